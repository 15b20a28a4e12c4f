"""What a public header costs whoever includes it: its lines after preprocessing, a measure that does not jitter.

    budget.py ROOT COMPILER [FLAG...]
"""

import subprocess
import sys

import tree

# g++ 12: <string>, <vector>, <optional>, <map> and <algorithm> are 39,000 lines, Eigen's Core is 110,000.
MOST_LINES = 60_000
MOST_LINES_OF_A_PLANNER = 100_000
MOST_LINES_WITH_EIGEN = 160_000


def most_lines(header, root):
    if "#include <Eigen/" in header.read_text():
        return MOST_LINES_WITH_EIGEN
    return MOST_LINES_OF_A_PLANNER if header.is_relative_to(root / "include/planner/plan") else MOST_LINES


def preprocessed_lines(compiler, header):
    command = [*compiler, "-std=c++20", "-E", "-P", "-x", "c++", str(header)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.count("\n")


def rule(root):
    compiler = [*sys.argv[2:], f"-I{root / 'include'}"]
    for header in tree.files(root, ".hpp", under=("include",)):
        most = most_lines(header, root)
        if (lines := preprocessed_lines(compiler, header)) > most:
            yield header, 1, f"{lines} lines after preprocessing; at most {most}"


if __name__ == "__main__":
    tree.main(rule)
