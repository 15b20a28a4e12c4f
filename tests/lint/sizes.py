"""Files and functions stay small enough to read in one go."""

import ast

import cpp
import tree

LONGEST = {".hpp": 300, ".cpp": 500, ".py": 300}
LONGEST_FUNCTION = 50


def long_files(root):
    for path in tree.files(root, *LONGEST):
        lines = path.read_text().count("\n")
        if lines > LONGEST[path.suffix]:
            yield path, 1, f"{lines} lines; at most {LONGEST[path.suffix]}"


def long_functions_cpp(root):
    for path in tree.files(root, ".hpp", ".cpp", under=("include", "src", "python")):
        text = path.read_text()
        for function in cpp.functions(text):
            lines = text.count("\n", function.start, function.end) + 1
            if lines > LONGEST_FUNCTION:
                yield path, text.count("\n", 0, function.start) + 1, f"a function of {lines} lines; at most {LONGEST_FUNCTION}"


def long_functions_python(root):
    for path in tree.files(root, ".py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and (lines := node.end_lineno - node.lineno + 1) > LONGEST_FUNCTION:
                yield path, node.lineno, f"{node.name} has {lines} lines; at most {LONGEST_FUNCTION}"


def rule(root):
    yield from long_files(root)
    yield from long_functions_cpp(root)
    yield from long_functions_python(root)


if __name__ == "__main__":
    tree.main(rule)
