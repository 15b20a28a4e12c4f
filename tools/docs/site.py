"""Builds the documentation as a site with MkDocs, in build/site/html.

    site.py ROOT PLANNER      PLANNER: the command, whose help is part of the reference

Pages lie as in the project, so that their links hold; files that they link to go with them. Pages of reference are
generated from what the command, the Python package and the catalog's schema say of themselves.
"""

import importlib
import inspect
import json
import pathlib
import re
import shutil
import subprocess
import sys

LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


def gather(root, pages):
    """Copies the pages, and what they link to, to the same places."""
    open_files = [*root.glob("*.md"), *(root / "docs").rglob("*.md"), *(root / "examples").rglob("*.md")]
    gathered = set()
    while open_files:
        file = open_files.pop().resolve()
        if file in gathered or not file.is_file() or not file.is_relative_to(root):
            continue
        gathered.add(file)
        target = pages / file.relative_to(root)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, target)
        if file.suffix == ".md":
            open_files += [file.parent / link for link in LINK.findall(file.read_text()) if "://" not in link]


def options_page(planner):
    """The help of every verb."""
    def help_of(*words):
        return subprocess.run([planner, *words, "--help"], capture_output=True, text=True, check=True).stdout

    verbs = subprocess.run([planner, "complete", ""], capture_output=True, text=True, check=True).stdout.split()
    sections = [f"## planner {verb}\n\n```\n{help_of(verb)}```\n" for verb in verbs]
    return "\n".join(["# Every option\n", f"```\n{help_of()}```\n", *sections])


def python_page(root):
    """Signatures and docstrings of the package."""
    sys.path.insert(0, str(root / "python"))
    planner = importlib.import_module("planner")
    sections = ["# The Python package\n"]
    for name in planner.__all__:
        thing = getattr(planner, name)
        sections.append(described(f"planner.{name}", thing))
        if inspect.isclass(thing):
            own = [(key, value) for key, value in inspect.getmembers(thing, inspect.isfunction) if not key.startswith("_")]
            sections += [described(f"{name}.{key}", value, "###") for key, value in own if value.__module__.startswith("planner")]
    return "\n".join(sections)


def described(name, thing, level="##"):
    try:
        signature = str(inspect.signature(thing))
    except ValueError:  # exceptions have none
        signature = ""
    return f"{level} {name}\n\n```\n{name}{signature}\n```\n\n```\n{inspect.getdoc(thing) or ''}\n```\n"


def catalog_page(planner):
    """The fields of each kind of catalog file, from the schema."""
    schema = json.loads(subprocess.run([planner, "catalog", "schema"], capture_output=True, text=True, check=True).stdout)
    sections = ["# Fields of catalog files\n"]
    for kind, described_kind in schema["properties"].items():
        fields = described_kind.get("items", described_kind).get("properties", {})
        if fields:
            rows = [f"| `{name}` | {type_of(field)} |" for name, field in fields.items()]
            sections.append("\n".join([f"## {kind}\n", "| field | holds |", "|---|---|", *rows, ""]))
    return "\n".join(sections)


def type_of(field):
    if "$ref" in field:
        return "a " + field["$ref"].rpartition("/")[2]
    if "enum" in field:
        return "one of " + ", ".join(f"`{word}`" for word in field["enum"])
    if field.get("type") == "array":
        return "list: " + type_of(field.get("items", {}))
    if "properties" in field:
        return "object with " + ", ".join(f"`{name}`" for name in field["properties"])
    kind = field.get("type", "any")
    return " or ".join(kind) if isinstance(kind, list) else kind


def main(root, planner):
    pages = root / "build" / "site" / "pages"
    shutil.rmtree(pages, ignore_errors=True)
    gather(root, pages)
    (pages / "generated").mkdir(parents=True)
    for name, text in (("options", options_page(planner)), ("python", python_page(root)), ("catalog-fields", catalog_page(planner))):
        (pages / "generated" / f"{name}.md").write_text(text)
    subprocess.run([sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-f", root / "mkdocs.yml"], cwd=root, check=True)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve())
