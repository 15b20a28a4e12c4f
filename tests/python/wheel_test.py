"""The module installed with pip into an environment of its own, without network.

    wheel_test.py BUILD FOLDER      BUILD: a build of the module; FOLDER: where the environment goes
"""

import pathlib
import subprocess
import sys
import venv

ROOT = pathlib.Path(__file__).parents[2]
QUESTION = """
import planner
plan = planner.sessions(concurrent=50_000, memory="512 MiB", vcpu=0.25, hosts=["aws/m7i.metal-48xl"])
print(planner.__file__, plan.hosts)
"""


def main(build, folder):
    venv.create(folder, clear=True, with_pip=True)
    python = folder / "bin" / "python"
    options = ["--no-index", "--disable-pip-version-check", "--config-settings", f"build-dir={build}"]
    subprocess.run([python, "-m", "pip", "install", *options, ROOT], check=True)

    said = subprocess.run([python, "-c", QUESTION], cwd=folder, check=True, capture_output=True, text=True).stdout
    where, hosts = said.split()
    assert pathlib.Path(where).is_relative_to(folder), where
    table = subprocess.run([folder / "bin" / "planner", "sessions", "--count", "50000", "--memory", "512MiB", "--vcpu", "0.25",
                            "--host", "aws/m7i.metal-48xl"], cwd=folder, check=True, capture_output=True, text=True).stdout
    assert table.startswith(f"50,000 sessions need {hosts} hosts"), table.splitlines()[0]


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve())
