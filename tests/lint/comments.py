"""Public functions say what they do in a `///` comment right above them or above their group (no blank line between).

Public is every function of the headers in `unit`, `io` and `report`, and of `plan` the questions, `plan_x`: what else
stands there are the steps of one planner.
"""

import re

import cpp
import tree

DOCUMENTED = {"unit": r"", "io": r"", "report": r"", "plan": r"\bplan_\w+$"}


def is_public(function, name_pattern):
    name = function.head.split("(")[0].rstrip()
    inner = any(re.search(r"namespace\s*(detail)?$", scope) or not scope.startswith("namespace")
                for scope in function.scopes)
    member = re.search(r"\w::~?\w+$", name)  # documented where the class declares it
    return not inner and not member and "operator" not in name and re.search(name_pattern, name)


def undocumented(text, name_pattern):
    lines = text.split("\n")
    group_goes_on = None  # the line right below a documented function
    for function in cpp.functions(text):
        number = text.count("\n", 0, function.start)
        documented = lines[number - 1].lstrip().startswith("///") or number == group_goes_on
        if documented:
            group_goes_on = text.count("\n", 0, function.end) + 1
        elif is_public(function, name_pattern):
            yield number + 1, " ".join(function.head.split())[:60]


def rule(root):
    for layer, name_pattern in DOCUMENTED.items():
        for path in tree.files(root / "include" / "planner", ".hpp", under=(layer,)):
            for line, head in undocumented(path.read_text(), name_pattern):
                yield path, line, f"no /// comment above: {head}"


if __name__ == "__main__":
    tree.main(rule)
