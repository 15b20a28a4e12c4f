import json
from pathlib import Path

import pytest

import planner

B_20 = Path(__file__).parents[1] / "data/residency/b_20.json"


def option(name, **figures):
    return {"name": name, "gpu_res": 0, "rho": 0, "var": 0, "dram": 0, "ssd": 0, "pen": 0, **figures}


def problem(**changes):
    return {"host_cost": 24, "host_gpus": 8, "dram_cost_per_gb_h": 0, "ssd_cost_per_gb_h": 0, "dram_cap": 20, "ssd_cap": 0,
            "z": 0, "var_grid": [0], "models": [
                {"name": "chat", "opts": [option("res", gpu_res=8)]},
                {"name": "code", "opts": [option("res", gpu_res=1), option("off", pen=5)]}], **changes}


def test_a_file_and_a_dictionary_are_the_same():
    plan = planner.residency(B_20)
    assert plan.cost == pytest.approx(117.98479217, rel=1e-7) and plan.proven and plan.gap == 0
    assert planner.residency(json.loads(B_20.read_text())) == plan


def test_waiting_is_cheaper_than_a_host():
    plan = planner.residency(problem(), exact_runner_up=True)
    assert (plan.cost, plan.choice) == (29, ["res", "off"])
    assert plan.models[1].runner_up.extra_usd_per_h == 19


def test_infeasible_is_an_answer_and_faults_are_errors():
    plan = planner.residency(problem(models=[{"opts": [option("res", dram=30)]}]))
    assert plan.status == "infeasible" and plan.cost is None
    with pytest.raises(planner.InputError, match="problem#/z"):
        planner.residency(problem(z=-1))
    with pytest.raises(ValueError, match="gap is 1"):
        planner.residency(problem(), gap=1)
