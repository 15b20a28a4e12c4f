"""Each rule finds the fault that it is for, and lets the right form pass."""

import pathlib
import tempfile
import unittest

import comments
import layers
import links
import sizes
import words


def findings(rule, files):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder).resolve()
        for name, text in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return [f"{path.relative_to(root)}:{line}" for path, line, _ in rule(root)]


class Layers(unittest.TestCase):
    def test_an_include_may_not_climb(self):
        files = {"include/planner/unit/a.hpp": '#pragma once\n#include "planner/plan/b.hpp"\n',
                 "include/planner/plan/b.hpp": '#include "planner/unit/a.hpp"\n'}
        self.assertEqual(findings(layers.rule, files), ["include/planner/unit/a.hpp:2"])

    def test_a_step_of_a_question_may_not_use_a_later_one(self):
        for question, step, later in (("sessions", "pools", "design"), ("models", "fleet", "choice")):
            folder = f"include/planner/plan/{question}/"
            files = {folder + step + "/a.hpp": f'#include "planner/plan/{question}/{later}/b.hpp"\n',
                     folder + later + "/b.hpp": f'#include "planner/plan/{question}/{step}/a.hpp"\n',
                     folder + "assemble.hpp": f'#include "planner/plan/{question}/{later}/c.hpp"\n'}
            self.assertEqual(findings(layers.rule, files), [folder + step + "/a.hpp:1"], question)

    def test_private_headers_have_layers_too(self):
        files = {"src/catalog/a.cpp": '#include "report/b.hpp"\n', "src/report/b.cpp": '#include "catalog/a.hpp"\n'}
        self.assertEqual(findings(layers.rule, files), ["src/catalog/a.cpp:1"])

    def test_heavy_libraries_stay_out_of_public_headers(self):
        for library in ("nlohmann/json.hpp", "fmt/format.h", "CLI/CLI.hpp", "pybind11/pybind11.h", "Eigen/Dense"):
            files = {"include/planner/io/a.hpp": f"#include <{library}>\n"}
            self.assertEqual(findings(layers.rule, files)[:1], ["include/planner/io/a.hpp:1"], library)
        self.assertEqual(findings(layers.rule, {"include/planner/math/a.hpp": "#include <Eigen/Core>\n"}), [])

    def test_the_command_line_library_is_for_the_command_line(self):
        files = {"src/io/a.cpp": "#include <CLI/CLI.hpp>\n", "src/cli/a.cpp": "#include <CLI/CLI.hpp>\n"}
        self.assertEqual(findings(layers.rule, files), ["src/io/a.cpp:1"])


class Sizes(unittest.TestCase):
    def test_files(self):
        files = {"include/planner/a.hpp": "\n" * 301, "include/planner/b.hpp": "\n" * 300, "src/a.cpp": "\n" * 501}
        self.assertEqual(findings(sizes.rule, files), ["include/planner/a.hpp:1", "src/a.cpp:1"])

    def test_functions(self):
        def function(name, lines):
            return f"int {name}(int n) {{\n" + "  if (n) { --n; }\n" * (lines - 2) + "}\n"
        text = "namespace a {\nstruct S {\n" + function("fits", 50) + "};\n" + function("f", 51) + "}\n"
        self.assertEqual(findings(sizes.rule, {"src/a.cpp": text}), ["src/a.cpp:54"])

    def test_python_functions(self):
        self.assertEqual(findings(sizes.rule, {"python/a.py": "def f():\n" + "    pass\n" * 50}), ["python/a.py:1"])


class Words(unittest.TestCase):
    def test_leftovers(self):
        self.assertEqual(findings(words.rule, {"src/a.cpp": "// TO" "DO: later\n", "src/b.cpp": "// todo list\n"}),
                         ["src/a.cpp:1"])

    def test_machine_paths(self):
        files = {"README.md": "cd /Us" "ers/me\n", "docs/index.md": "groups/Users/others\n"}
        self.assertEqual(findings(words.rule, files), ["README.md:1"])


class Links(unittest.TestCase):
    def test_dead_and_live(self):
        files = {"README.md": "[a](docs/index.md) [b](docs/none.md)\n[c](docs/index.md#two-words) [d](docs/index.md#no)\n",
                 "docs/index.md": "# Two words\n[x](https://example.org)\n"}
        self.assertEqual(findings(links.rule, files), ["README.md:1", "README.md:2"])

    def test_every_page_is_reached(self):
        files = {"docs/index.md": "[a](a.md)\n", "docs/a.md": "[b](sub/b.md)", "docs/sub/b.md": "", "docs/lost.md": ""}
        self.assertEqual(findings(links.rule, files), ["docs/lost.md:1"])


class Comments(unittest.TestCase):
    def test_public_functions_are_documented(self):
        text = """namespace planner::unit {
/// Documented.
inline int good(int a) { return a; }
inline int of_the_same_group(int a) { return a; }

inline int bad(int a = f("x;{")) {
  return a;
}
template <class T>
T also_bad(T a);
namespace detail {
inline int hidden() { return 1; }
}
struct S {
  int member() const { return 2; }
};
constexpr int limit = f(3);
}
"""
        self.assertEqual(findings(comments.rule, {"include/planner/unit/a.hpp": text}),
                         ["include/planner/unit/a.hpp:6", "include/planner/unit/a.hpp:9"])

    def test_of_plans_the_question_is_public(self):
        text = "namespace planner::plan {\ninline int step() { return 1; }\ninline int plan_all() { return step(); }\n}\n"
        self.assertEqual(findings(comments.rule, {"include/planner/plan/a.hpp": text}), ["include/planner/plan/a.hpp:3"])


if __name__ == "__main__":
    unittest.main()
