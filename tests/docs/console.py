"""The console blocks of the project's pages are what the commands print.

    console.py ROOT FOLDER [--write]

FOLDER holds the `planner` binary. In a block fenced as ```console a line `$ command` is run from ROOT; what follows is
its output, where a line `...` stands for any number of lines. --write puts in what is printed now, as many lines before
and after `...` as there were.
"""

import os
import pathlib
import re
import subprocess
import sys

BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def printed(command, root, folder):
    environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}
    run = subprocess.run(command, shell=True, cwd=root, env=environment, text=True, stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT)
    return run.stdout.rstrip("\n").split("\n")


def shortened(lines, expected):
    """`lines` with `...` where `expected` has it."""
    if "..." not in expected:
        return lines
    before = expected.index("...")
    after = len(expected) - before - 1
    return lines[:before] + ["..."] + (lines[-after:] if after else [])


def renewed(block, root, folder):
    """The block with the output of its commands as it is now."""
    lines = block.rstrip("\n").split("\n")
    starts = [number for number, line in enumerate(lines) if line.startswith("$ ")]
    out = []
    for start, end in zip(starts, [*starts[1:], len(lines)]):
        expected = lines[start + 1:end]
        output = shortened(printed(lines[start][2:], root, folder), expected) if expected else []
        out += [lines[start], *(line.rstrip() for line in output)]
    return "".join(line + "\n" for line in out)


def main(root, folder, *options):
    stale = 0
    for page in [*root.glob("*.md"), *(root / "docs").rglob("*.md")]:
        text = page.read_text()
        fresh = BLOCK.sub(lambda match: f"```console\n{renewed(match[1], root, folder)}```", text)
        if fresh != text and "--write" in options:
            page.write_text(fresh)
        elif fresh != text:
            stale += 1
            changed = [new for old, new in zip(text.split("\n"), fresh.split("\n")) if old != new]
            print(f"{page.relative_to(root)}: a command prints something else: {changed[0] if changed else 'other length'}")
    if stale:
        sys.exit(f"Look at the difference, then: {sys.executable} {' '.join(sys.argv)} --write")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve(), *sys.argv[3:])
