"""Every public function says what it does in a `///` comment right above it or above its group (no blank line between)."""

import re

import cpp
import tree

DOCUMENTED = ("include/planner/unit", "include/planner/plan", "include/planner/io", "include/planner/report")


def is_public(function):
    inner = any(re.search(r"namespace\s*(detail)?$", scope) or not scope.startswith("namespace")
                for scope in function.scopes)
    of_a_class = re.search(r"\w::~?\w+\s*\(", function.head.split("(")[0] + "(")  # documented where it is declared
    return not inner and not of_a_class and "operator" not in function.head


def undocumented(text):
    lines = text.split("\n")
    group_goes_on = None  # the line right below a documented function
    for function in cpp.functions(text):
        number = text.count("\n", 0, function.start)
        documented = lines[number - 1].lstrip().startswith("///") or number == group_goes_on
        if documented:
            group_goes_on = text.count("\n", 0, function.end) + 1
        elif is_public(function):
            yield number + 1, " ".join(function.head.split())[:60]


def rule(root):
    for path in tree.files(root, ".hpp", under=DOCUMENTED):
        for line, head in undocumented(path.read_text()):
            yield path, line, f"no /// comment above: {head}"


if __name__ == "__main__":
    tree.main(rule)
