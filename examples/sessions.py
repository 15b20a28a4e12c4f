"""Sessions from Python: what a second zone costs, and what each step of isolation costs."""

import pathlib

import planner

SCENARIO = pathlib.Path(__file__).with_name("untrusted-50k.json")

plan = planner.sessions(SCENARIO)
print(f"{plan.hosts} hosts, {plan.gpus} GPUs, {plan.usd_per_h:.0f} USD/h")
for tier in plan.tiers:
    print(f"{tier.class_}: {tier.boundary} on {tier.host}, {tier.sessions_per_host} per host, {tier.binding} binds")

for variant in plan.variants:
    if variant.extra_over:
        print(f"{variant.name}: {variant.extra_usd_per_h:+.0f} USD/h over {variant.extra_over}")

one_zone = planner.sessions(SCENARIO, changes={"sessions.policy.zones": 1, "sessions.policy.survive_zones": 0})
print(f"surviving a zone costs {plan.usd_per_h - one_zone.usd_per_h:.0f} USD/h")
