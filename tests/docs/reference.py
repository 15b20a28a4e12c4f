"""The reference names what the command reads, and nothing else.

    reference.py ROOT PLANNER

Fields of a scenario are those that the reader completes, and so accepts; verbs and options are those of --help. The
catalog's page leaves its fields to the schema, which is written from the reader's records.
"""

import pathlib
import re
import subprocess
import sys

#: heading of docs/reference/scenario.md: the question, an example with that section, and where its fields stand
SECTIONS = {
    "sessions.classes[]": ("sessions", "untrusted-50k", "sessions.classes.snippet."),
    "sessions.policy": ("sessions", "untrusted-50k", "sessions.policy."),
    "models.services[]": ("models", "twenty-models", "models.services.0."),
    "models.engine": ("models", "twenty-models", "models.load."),
    "models.policy": ("models", "twenty-models", "models.policy."),
}
#: read in place of another field, which the example has
INSTEAD = {"starts_per_s": "concurrent"}
#: options of other programs
FOREIGN = {"--enable-sleep-mode"}
FIELD = re.compile(r"`([a-z][a-z0-9_]*)`")


def run(planner, root, *words):
    return subprocess.run([planner, *words], cwd=root, capture_output=True, text=True, check=True).stdout


def read_fields(planner, root, verb, example, prefix):
    """Names of fields, without the unit that a number's name may end in: what is under an element is of it, too."""
    paths = run(planner, root, "complete", verb, f"examples/{example}.json", "--set", prefix).split()
    steps = [path.removeprefix(prefix).rstrip("=").split(".") for path in paths]
    names = [path[:path.index("sharing") + 1] if "sharing" in path else path for path in steps]  # by boundary
    return {step for path in names for step in path if not step.isdigit()}


def section_text(page, heading):
    found = re.search(rf"^## `{re.escape(heading)}`.*?\n(.*?)(?=^## |\Z)", page, re.M | re.S)
    return found.group(1)


def first_cells(text):
    """Fields in the first column of tables."""
    return {name for line in text.splitlines() if line.startswith("| `") for name in FIELD.findall(line.split("|")[1])}


def stem(name):
    return re.sub(r"_(gb_per_s|usd_per_s|usd_per_gpu_year|per_kwh)$", "", name)


def scenario_faults(planner, root):
    page = (root / "docs/reference/scenario.md").read_text()
    for heading, (verb, example, prefix) in SECTIONS.items():
        read = read_fields(planner, root, verb, example, prefix)
        if not read:
            yield f"scenario.md: nothing is completed under {prefix}"
        text = section_text(page, heading)
        named = set(FIELD.findall(text))
        yield from (f"scenario.md: {heading}: {name} is read, and not named" for name in read
                    if stem(name) not in {stem(each) for each in named} and f"`{name}" not in page)
        yield from (f"scenario.md: {heading}: {name} is named, and not read" for name in first_cells(text)
                    if stem(INSTEAD.get(name, name)) not in {stem(each) for each in read})


def command_line_faults(planner, root):
    page = (root / "docs/reference/command-line.md").read_text()
    verbs = run(planner, root, "complete", "").split()
    helps = {verb: run(planner, root, verb, "--help") for verb in verbs if not verb.startswith("-")}
    named = set(re.findall(r"^\| `([a-z]+)", page, re.M))
    yield from (f"command-line.md: the verb {verb} is missing" for verb in helps.keys() - named)
    yield from (f"command-line.md: {verb} is no verb" for verb in named - helps.keys() - {"table"})
    known = set(re.findall(r"--[a-z][a-z-]*", run(planner, root, "--help") + "".join(helps.values())))
    for file in (root / "docs/reference").glob("*.md"):
        commands = re.findall(r"`(planner [^`]*|--[a-z][^`]*)`", file.read_text())
        options = {option for command in commands for option in re.findall(r"(?<![\w-])--[a-z][a-z-]*", command)}
        yield from (f"{file.name}: {option} is no option" for option in sorted(options - known - FOREIGN))


if __name__ == "__main__":
    root, planner = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
    faults = [*scenario_faults(planner, root), *command_line_faults(planner, root)]
    print(*faults, sep="\n")
    sys.exit(1 if faults else 0)
