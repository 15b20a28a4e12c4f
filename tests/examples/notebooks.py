"""The notebooks among the examples run, and show what is stored in them.

    notebooks.py ROOT [--write] [--pictures FOLDER]

--write stores what they show now; --pictures puts their pictures into a folder, to be looked at.
"""

import argparse
import base64
import pathlib
import re
import sys

import nbclient
import nbformat


def executed(path):
    """The notebook after a run, without what differs between runs of the same thing."""
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": path.parent}},
                            record_timing=False).execute()
    notebook.metadata = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
                         "language_info": {"name": "python"}}
    return notebook


def shown(notebook):
    """The texts of each cell's outputs; of pictures that there is one."""
    return [[re.sub(r"0x[0-9a-f]+", "0x", output.get("text", "")) or
             {kind: "" if kind.startswith("image/") else re.sub(r"0x[0-9a-f]+", "0x", text) for kind, text in output.get("data", {}).items()}
             for output in cell.get("outputs", [])] for cell in notebook.cells]


def pictures(notebook):
    return [base64.b64decode(output.data["image/png"]) for cell in notebook.cells for output in cell.get("outputs", [])
            if "image/png" in output.get("data", {})]


def main(root, write, folder):
    stale = []
    for path in sorted((root / "examples").glob("*.ipynb")):
        kept, now = nbformat.read(path, as_version=4), executed(path)
        if write:
            nbformat.write(now, path)
        else:
            stale += [f"{path.name}, cell {number}: shows something else" for number, (old, new) in
                      enumerate(zip(shown(kept), shown(now))) if old != new]
        if not pictures(now):
            stale.append(f"{path.name}: shows no picture")
        for number, picture in enumerate(pictures(now)):
            if folder:
                (folder / f"{path.stem}-{number}.png").write_bytes(picture)
    if stale:
        sys.exit("\n".join([*stale, f"Look at the difference, then: {sys.executable} {sys.argv[0]} {root} --write"]))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--pictures", type=pathlib.Path)
    asked = parser.parse_args()
    main(asked.root.resolve(), asked.write, asked.pictures)
