"""Simulations: the answers are those of the command line."""

import pathlib
import unittest

import planner

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Simulations(unittest.TestCase):
    def test_predictions_stand_beside_what_was_played(self):
        played = planner.simulate(ROOT / "examples/seldom-used-models.json", events=2e5)
        frame = played.to_frame()
        self.assertEqual(len(frame), len(played.figures))
        self.assertIn("predicted", frame.columns)
        self.assertEqual(played, planner.simulate(ROOT / "examples/seldom-used-models.json", events=2e5))
        self.assertIn("|", played.render("markdown"))

    def test_sessions_are_played_too(self):
        self.assertGreater(planner.simulate(ROOT / "examples/code-interpreter.json", events=1e5).inside, 0)

    def test_numbers_have_ranges(self):
        for wrong in ({"replications": 1}, {"confidence": 1.0}, {"events": 10}):
            with self.assertRaises(ValueError):
                planner.simulate(ROOT / "examples/code-interpreter.json", **wrong)


if __name__ == "__main__":
    unittest.main()
