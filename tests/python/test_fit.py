"""Fit and load: the answers are those of the command line."""

import json
import os
import pathlib
import subprocess

import pytest

import planner

ROOT = pathlib.Path(__file__).resolve().parents[2]
CONFIG = ROOT / "tests/data/models/configs/CodeLlama-7b.json"


def command(*arguments):
    ran = subprocess.run([os.environ["PLANNER_CLI"], *arguments], check=True, capture_output=True, text=True)
    return json.loads(ran.stdout)


def test_fit_answers_as_the_command_does():
    plan = planner.fit("Qwen/Qwen3-32B", "h200-sxm", tp=2, max_len=8192, input_tokens=1000, output_tokens=250, tpot_ms=30)
    assert plan.to_dict() == command("fit", "--model", "Qwen/Qwen3-32B", "--gpu", "h200-sxm", "--tp", "2", "--max-len", "8192",
                                     "--input-tokens", "1000", "--output-tokens", "250", "--tpot-ms", "30", "--json")
    assert str(plan).startswith("Qwen/Qwen3-32B fits on 2 x h200-sxm")
    assert plan.explain("max_concurrency").startswith("max_concurrency = ")
    assert set(plan.to_frame().gpu) == {other.gpu for other in plan.would_do}


def test_load_answers_as_the_command_does():
    plan = planner.load("Qwen/Qwen3-32B", host="aws/p5.48xlarge", tp=2, place="object-store", start="image", concurrent=4)
    assert plan.to_dict() == command("load", "--model", "Qwen/Qwen3-32B", "--host", "aws/p5.48xlarge", "--tp", "2", "--from",
                                     "object-store", "--start", "image", "--concurrent", "4", "--json")
    assert plan.explain("load.p50").startswith("load.p50 = ")
    assert list(plan.to_frame().start) == ["new-host", "no-image", "image", "cached", "sleep-2", "sleep-1", "snapshot"]


def test_loads_of_a_fleet_are_those_of_its_replicas():
    fleet = planner.models(ROOT / "examples/twenty-models.json")
    for service in fleet.services[:6]:
        load = planner.load(service.model, host=service.host, tp=service.gpus_per_replica, weights=service.weights,
                            max_len=service.max_len, local_nvme="12GB/s")
        assert load.p50_s == pytest.approx(service.load_s) and load.p90_s == pytest.approx(service.load_p90_s)


def test_a_config_is_a_path_or_a_dictionary():
    from_file = planner.fit(gpu="h100-sxm", config=CONFIG, max_len=4096)
    from_mapping = planner.fit(gpu="h100-sxm", config=json.loads(CONFIG.read_text()), max_len=4096)
    assert from_file == from_mapping and from_file.fits


def test_faults_come_with_the_nearest_names():
    with pytest.raises(planner.InputError, match="max_lenn: there is no such option. Did you mean \"max_len\""):
        planner.fit("Qwen/Qwen3-32B", "h200-sxm", max_lenn=8192)
    with pytest.raises(planner.InputError) as caught:
        planner.load("Qwen/Qwen3-32", "h200", start="sleep-3")
    assert {issue.where for issue in caught.value.issues} == {"--model", "--gpu", "--start"}
    with pytest.raises(TypeError, match="tp is of the wrong type"):
        planner.fit("Qwen/Qwen3-32B", "h200-sxm", tp="two")
