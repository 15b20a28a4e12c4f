"""Models from Python: twenty models, what each takes and loads in, and what a larger target utilisation would save."""

import pathlib

import planner

SCENARIO = pathlib.Path(__file__).with_name("twenty-models.json")

plan = planner.models(SCENARIO)
print(f"{plan.hosts} hosts, {plan.gpus} GPUs, {plan.usd_per_h:.0f} USD/h, {'proven' if plan.proven else plan.gap}")
for service in plan.services:
    print(f"{service.model}: {service.replicas} x {service.gpus_per_replica} {service.gpu}, {service.decision}, "
          f"loads in {service.load_s:.0f} s (p90 {service.load_p90_s:.0f} s)")

fuller = planner.models(SCENARIO, changes={"models.policy.utilization_target": 0.9})
print(f"90 % utilisation saves {plan.usd_per_h - fuller.usd_per_h:.0f} USD/h")
