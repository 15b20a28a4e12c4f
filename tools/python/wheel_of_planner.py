"""What `pip install .` calls (PEP 517, PEP 660): CMake compiles, this file packs. The standard library is all it needs.

    pip install .                                 the module and the command `planner`
    pip install -e .                              the same, importing from this checkout
    pip install . --config-settings build-dir=build/dev          out of a build that is there
"""

import base64
import hashlib
import pathlib
import re
import subprocess
import sys
import sysconfig
import zipfile

ROOT = pathlib.Path(__file__).parents[2]
PACKAGE = ROOT / "python" / "planner"
VERSION = re.search(r"project\(planner VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
INTERPRETER = f"cp{sys.version_info[0]}{sys.version_info[1]}"
PLATFORM = re.sub(r"[-.]", "_", sysconfig.get_platform())

METADATA = f"""Metadata-Version: 2.1
Name: planner
Version: {VERSION}
Summary: Capacity planning for sandboxed sessions and model serving
License: MIT
Requires-Python: >=3.9
Provides-Extra: notebook
Requires-Dist: pandas; extra == "notebook"
Requires-Dist: matplotlib; extra == "notebook"
"""
WHEEL = f"""Wheel-Version: 1.0
Generator: wheel_of_planner
Root-Is-Purelib: false
Tag: {INTERPRETER}-{INTERPRETER}-{PLATFORM}
"""


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    command = compiled(config_settings)
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    sources = [path for pattern in ("*.py", "*.pyi", "py.typed", f"_core{suffix}") for path in PACKAGE.glob(pattern)]
    return packed(wheel_directory, {f"planner/{path.name}": path.read_bytes() for path in sorted(sources)}, command)


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    command = compiled(config_settings)
    return packed(wheel_directory, {"planner.pth": f"{PACKAGE.parent}\n".encode()}, command)


def compiled(config_settings):
    """Builds the module for the interpreter that runs this, and the command; returns the command's file."""
    interpreter = getattr(sys, "_base_executable", sys.executable)  # outside of the virtual environment
    folder = "release" if interpreter == "/usr/bin/python3" else INTERPRETER
    build = ROOT / (config_settings or {}).get("build-dir", f"build/{folder}")
    if not (build / "CMakeCache.txt").exists():
        subprocess.run(["cmake", "--preset", "release", "-B", build, f"-DPLANNER_PYTHON_EXECUTABLE={interpreter}"],
                       cwd=ROOT, check=True)
    subprocess.run(["cmake", "--build", build, "--target", "planner_python", "planner_cli"], cwd=ROOT, check=True)
    return build / "planner"


def packed(wheel_directory, files, command):
    """Writes the files with the command and the metadata as a wheel; returns its name."""
    info = f"planner-{VERSION}.dist-info"
    script = f"planner-{VERSION}.data/scripts/planner"
    files = {**files, script: command.read_bytes(), f"{info}/METADATA": METADATA.encode(), f"{info}/WHEEL": WHEEL.encode(),
             f"{info}/LICENSE": (ROOT / "LICENSE").read_bytes()}
    rows = [f"{name},sha256={digest(content)},{len(content)}" for name, content in files.items()]
    files[f"{info}/RECORD"] = "\n".join([*rows, f"{info}/RECORD,,", ""]).encode()
    name = f"planner-{VERSION}-{INTERPRETER}-{INTERPRETER}-{PLATFORM}.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if path == script else 0o100644) << 16
            wheel.writestr(entry, content)
    return name


def digest(content):
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
