"""Models: the answers are those of the command line."""

import json
import pathlib
import unittest

import planner

ROOT = pathlib.Path(__file__).resolve().parents[2]
TWENTY = ROOT / "examples/twenty-models.json"


class Models(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.plan = planner.models(TWENTY)

    def test_the_answer_is_that_of_the_golden_plan(self):
        golden = json.loads((ROOT / "tests/golden/plans/twenty-models.json").read_text())
        self.assertEqual(self.plan.gpus, golden["gpus"])
        self.assertAlmostEqual(self.plan.usd_per_h, golden["usd_per_h"])
        self.assertEqual([s.model for s in self.plan.services], [s["model"] for s in golden["services"]])

    def test_words_and_derivations(self):
        self.assertTrue(str(self.plan).startswith("20 models need "))
        self.assertIn("| model", self.plan.render("markdown"))
        self.assertIn("utilization_target", self.plan.explain("services.Qwen/Qwen3-8B.replicas"))
        with self.assertRaises(ValueError):
            self.plan.render("memo")

    def test_changes_are_made_first(self):
        more = planner.models(TWENTY, changes={"models.policy.spare_hosts": 3})
        self.assertGreater(more.usd_per_h, self.plan.usd_per_h)

    def test_what_runs_stays_where_it_is(self):
        same = planner.models(TWENTY, against=self.plan)
        self.assertEqual((same.moves.loads, same.moves.load), (0, []))
        more = planner.models(TWENTY, changes={"models.policy.upgrade_room": 1}, against=self.plan.to_dict())
        self.assertGreaterEqual(more.moves.loads, more.moves.lower_bound)
        self.assertEqual(sum(move.replicas for move in more.moves.load), more.moves.loads)
        with self.assertRaises(planner.InputError) as caught:
            planner.models(TWENTY, against={"placement": 3})
        self.assertTrue(caught.exception.issues[0].where.startswith("against"))

    def test_prices_share_the_bill(self):
        listed = planner.prices(TWENTY)
        self.assertAlmostEqual(sum(price.usd_per_h for price in listed.prices), self.plan.usd_per_h)
        self.assertEqual(len(listed.to_frame()), len(listed.prices))
        self.assertTrue(str(listed).startswith("16 teams share a bill of "))
        self.assertTrue(listed.render("markdown").startswith("# Price list: "))
        with self.assertRaises(ValueError):
            listed.render("memo")

    def test_faults_come_as_issues(self):
        with self.assertRaises(planner.InputError) as caught:
            planner.models({"planner": 1, "models": {"services": []}})
        self.assertEqual(caught.exception.issues[0].where, "scenario#/models/services")


if __name__ == "__main__":
    unittest.main()
