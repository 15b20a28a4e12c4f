"""Every public function says what it does in a `///` comment right above it."""

import re

import cpp
import tree

DOCUMENTED = ("include/planner/unit", "include/planner/plan", "include/planner/io", "include/planner/report")


def is_public(function):
    inner = any(re.search(r"namespace\s*(detail)?$", scope) or not scope.startswith("namespace")
                for scope in function.scopes)
    return not inner and "operator" not in function.head


def rule(root):
    for path in tree.files(root, ".hpp", under=DOCUMENTED):
        text = path.read_text()
        lines = text.split("\n")
        for function in cpp.functions(text):
            number = text.count("\n", 0, function.start)
            if is_public(function) and not lines[number - 1].lstrip().startswith("///"):
                yield path, number + 1, f"no /// comment above: {' '.join(function.head.split())[:60]}"


if __name__ == "__main__":
    tree.main(rule)
