"""Includes run down the layers, and heavy libraries stay where they belong."""

import re

import tree

LAYERS = ["base", "evidence", "catalog", "math", "unit", "plan", "io", "report", "cli"]
# The steps of one question, in folders of their own (docs/design/sessions.md, docs/design/models.md).
STEPS = {
    "sessions": ["question", "packing", "candidates", "pools", "design", "compare", "notes"],
    "models": ["question", "candidates", "fleet", "choice", "placement", "pool_life", "bill"],
}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)

# Kept out of every public header: each costs every user of it seconds of compile time.
HEAVY = re.compile(r"(nlohmann|fmt|CLI|pybind11)/|Eigen/(Dense|Eigen)$")


def layer_of_file(parts):
    """Layer of a path below the root: include/planner/LAYER/... or src/LAYER/...; None for what stands above them."""
    inner = parts[2:] if parts[:2] == ("include", "planner") else parts[1:]
    return inner[0] if len(inner) > 1 and inner[0] in LAYERS else None


def layer_of_include(target):
    parts = target.removeprefix("planner/").split("/")
    return parts[0] if len(parts) > 1 and parts[0] in LAYERS else None


def step_of(parts):
    """Question and step of planner/plan/QUESTION/STEP/...; None elsewhere, and for what stands above the steps."""
    question, step = parts[2:4] if parts[:2] == ("planner", "plan") and len(parts) > 4 else (None, None)
    return (question, step) if step in STEPS.get(question, ()) else None


def later_step(step, other):
    """The steps of their question, where the other is a later one."""
    steps = STEPS[step[0]] if step and other and step[0] == other[0] else []
    return steps if steps and steps.index(other[1]) > steps.index(step[1]) else []


def faults_of(parts, quoted, target):
    step = step_of(parts[1:])
    if steps := later_step(step, step_of(tuple(target.split("/")))):
        yield f"{step[1]} includes {target}, a later step ({' < '.join(steps)})"
    own, other = layer_of_file(parts), layer_of_include(target) if quoted else None
    public = parts[0] == "include"
    if own and other and LAYERS.index(other) > LAYERS.index(own):
        yield f"{own} includes {target}, a higher layer ({' < '.join(LAYERS)})"
    if public and quoted and not target.startswith("planner/"):
        yield f"a public header includes {target}, which is not installed"
    if public and HEAVY.match(target):
        yield f"a public header includes <{target}>: keep it in src/"
    if target == "planner/planner.hpp" and parts[0] in ("include", "src"):
        yield "planner.hpp is for users of the library, never for the library itself"
    if target.startswith("CLI/") and own != "cli":
        yield "only src/cli may include CLI11"


def rule(root):
    for path in tree.files(root, ".hpp", ".cpp", under=("include", "src")):
        text = path.read_text()
        for match in INCLUDE.finditer(text):
            line = text.count("\n", 0, match.start(2)) + 1
            for fault in faults_of(path.relative_to(root).parts, match[1] == '"', match[2]):
                yield path, line, fault


if __name__ == "__main__":
    tree.main(rule)
