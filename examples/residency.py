"""Resident or on demand from Python: the ways to serve each model, the cheapest first, and what a little more room is worth."""

import pathlib

import planner

SCENARIO = pathlib.Path(__file__).with_name("seldom-used-models.json")

plan = planner.residency(SCENARIO)
for model in plan.models:
    ways = [f"{choice.decision}{' from ' + choice.tier if choice.tier else ''}" for choice in model.choices[:3]]
    print(f"{model.model}: {', '.join(ways)}")
for gpu in plan.shadow_prices.gpu:
    print(f"{gpu.gpu}: one kept for something else costs {gpu.one_more_usd_per_h:.2f} USD/h, "
          f"one that comes free of charge saves {gpu.one_less_usd_per_h:.2f} USD/h")
