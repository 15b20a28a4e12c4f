# The Debian packages that the project needs, by name, and how to get the missing ones. Sourced, not run.
build_packages=(g++ cmake ninja-build catch2 libeigen3-dev libfmt-dev nlohmann-json3-dev libcli11-dev libtbb-dev libjs-chart.js pybind11-dev python3-dev)
notebook_packages=(jupyter-notebook python3-ipykernel python3-pandas python3-matplotlib)
test_packages=("${build_packages[@]}" python3-pytest python3-jsonschema python3-pandas python3-matplotlib python3-distributed
               python3-pip python3-venv mypy zsh chromium python3-nbclient python3-ipykernel mkdocs glpk-utils coinor-cbc clang-19 libclang-rt-19-dev)

is_installed() { [[ $(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null) == installed ]]; }

# need PACKAGE...: installs what is missing, as root or with sudo; otherwise says the command and stops.
need() {
  local missing=() as_root=()
  for package in "$@"; do is_installed "$package" || missing+=("$package"); done
  ((${#missing[@]})) || return 0

  if ((EUID != 0)); then as_root=(sudo); fi
  if ((EUID != 0)) && ! command -v sudo >/dev/null; then
    echo "Missing Debian packages. As root, run this and try again:" >&2
    echo "  apt-get update && apt-get install --no-install-recommends ${missing[*]}" >&2
    return 1
  fi
  echo "Installing ${missing[*]}"
  "${as_root[@]}" apt-get update -q
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}"
}
