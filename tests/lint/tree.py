"""The project's files, and how a lint rule reports what it finds."""

import pathlib
import sys

FOLDERS = ("include", "src", "tests", "python", "models", "examples", "docs", "cmake", "tools", ".ci")
SKIPPED = {"build", "__pycache__", ".pytest_cache", ".git"}


def files(root, *suffixes, under=FOLDERS):
    """Files below the folders `under`, sorted; with suffixes, only those that end in one of them."""
    found = [path for folder in under for path in (root / folder).rglob("*")]
    return sorted(path for path in found if path.is_file() and not SKIPPED & set(path.parts[len(root.parts):])
                  and (not suffixes or path.suffix in suffixes))


def top_files(root, *suffixes):
    """Files that stand beside those folders."""
    return sorted(path for path in root.iterdir() if path.is_file() and path.name not in SKIPPED
                  and (not suffixes or path.suffix in suffixes))


def main(rule):
    """Runs `rule(root)`, which yields (path, line, text), prints every finding and fails where there is one."""
    root = pathlib.Path(sys.argv[1]).resolve()
    found = list(rule(root))
    for path, line, text in found:
        print(f"{path.relative_to(root)}:{line}: {text}")
    print(f"{len(found)} findings")
    sys.exit(1 if found else 0)
