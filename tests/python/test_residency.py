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
    plan = planner.residency(problem=B_20)
    assert plan.cost == pytest.approx(117.98479217, rel=1e-7) and plan.proven and plan.gap == 0
    assert planner.residency(problem=json.loads(B_20.read_text())) == plan


def test_waiting_is_cheaper_than_a_host():
    plan = planner.residency(problem=problem(), exact_runner_up=True)
    assert (plan.cost, plan.choice) == (29, ["res", "off"])
    assert plan.models[1].runner_up.extra_usd_per_h == 19


def test_infeasible_is_an_answer_and_faults_are_errors():
    plan = planner.residency(problem=problem(models=[{"opts": [option("res", dram=30)]}]))
    assert plan.status == "infeasible" and plan.cost is None
    with pytest.raises(planner.InputError, match="problem#/z"):
        planner.residency(problem=problem(z=-1))
    with pytest.raises(ValueError, match="gap is 1"):
        planner.residency(problem=problem(), gap=1)


SELDOM = Path(__file__).parents[2] / "examples/seldom-used-models.json"


def test_a_scenario_is_answered_in_depth_as_on_the_command_line():
    plan = planner.residency(SELDOM)
    golden = json.loads((Path(__file__).parents[1] / "golden/plans/residency-seldom-used-models.json").read_text())
    assert plan.shadow_prices.waiting.to_dict() == pytest.approx(golden["shadow_prices"]["waiting"])
    assert [m.model for m in plan.models] == [m["model"] for m in golden["models"]]
    assert len(plan.to_frame()) == len(plan.models)
    assert "Shadow prices" in str(plan)
    assert "shadow_prices.waiting" in planner.models(SELDOM).explain("shadow_prices")


def test_a_scenario_or_a_problem_is_asked_about():
    with pytest.raises(TypeError, match="a scenario, or problem="):
        planner.residency()
    with pytest.raises(TypeError, match="a scenario, or problem="):
        planner.residency(SELDOM, problem=B_20)
