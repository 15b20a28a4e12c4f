import copy
import json
import os
import pathlib
import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import planner

EXAMPLES = pathlib.Path(__file__).parents[2] / "examples"
SCENARIO = EXAMPLES / "untrusted-50k.json"
ONE_CLASS = {"concurrent": 50_000, "memory": "512 MiB", "vcpu": 0.25, "hosts": ["aws/m7i.metal-48xl"]}


@pytest.fixture(scope="module")
def plan():
    return planner.sessions(SCENARIO)


def test_it_is_the_answer_of_the_command_line(plan):
    said = subprocess.run([os.environ["PLANNER_CLI"], "sessions", SCENARIO, "--json"], capture_output=True, check=True)
    assert plan.to_dict() == json.loads(said.stdout)


def test_a_path_a_text_and_a_dictionary_are_the_same_question(plan):
    assert planner.sessions(str(SCENARIO)) == plan
    assert planner.sessions(json.loads(SCENARIO.read_text())) == plan


def test_one_class_is_described_by_keywords():
    plan = planner.sessions(**ONE_CLASS, policy={"zones": 1})
    assert plan.status == "ok" and [tier.class_ for tier in plan.tiers] == ["session"]
    assert plan.base_hosts * plan.tiers[0].sessions_per_host >= 50_000 > (plan.base_hosts - 1) * plan.tiers[0].sessions_per_host


def test_samples_repeat_by_their_seed():
    ask = {**ONE_CLASS, "concurrent": {"low": 40_000, "typical": 50_000, "high": 80_000}, "samples": 64}
    first, again, other = planner.sessions(**ask, seed=5), planner.sessions(**ask, seed=5), planner.sessions(**ask, seed=6)
    assert first == again and first.seed == 5
    assert first.uncertainty != other.uncertainty
    assert first.uncertainty.numbers[0].number == "sessions.classes.session.concurrent"
    small = planner.sessions(**ask, fleet_hosts=10)
    assert small.uncertainty.fleet.suffices == 0
    with pytest.raises(planner.InputError, match="--samples"):
        planner.sessions(**{**ask, "samples": 2})


def test_changes_are_made_before_the_scenario_is_read():
    changed = planner.sessions(SCENARIO, changes={"sessions.policy.zones": 1, "sessions.policy.survive_zones": 0})
    scenario = json.loads(SCENARIO.read_text())
    scenario["sessions"]["policy"].update(zones=1, survive_zones=0)
    assert changed == planner.sessions(scenario)
    assert changed.hosts < planner.sessions(SCENARIO).hosts


def test_the_answer_in_words(plan):
    first_line = str(plan).splitlines()[0]
    assert f"{plan.hosts:,} hosts" in first_line
    assert plan._repr_markdown_() == plan.render("markdown")
    assert json.loads(plan.render("json")) == plan.to_dict()
    with pytest.raises(ValueError, match="no format 'docx'; known: table"):
        plan.render("docx")


def test_every_fault_comes_at_once():
    with pytest.raises(planner.InputError) as caught:
        planner.sessions(**{**ONE_CLASS, "memory": "512 MB/s", "vcpu": -1}, lifetme="1 min")
    assert [issue.where for issue in caught.value.issues] == [
        "scenario#/sessions/classes/0/memory", "scenario#/sessions/classes/0/vcpu", "scenario#/sessions/classes/0/lifetme"]
    assert all(issue.where in str(caught.value) for issue in caught.value.issues)


def test_what_does_not_fit_is_an_answer():
    plan = planner.sessions(EXAMPLES / "does-not-fit.json")
    assert plan.status == "infeasible" and plan.reasons


def test_a_scenario_or_one_class_but_not_both():
    for arguments in ((), (SCENARIO,)):
        with pytest.raises(TypeError, match="a scenario, or the fields"):
            planner.sessions(*arguments, **({"memory": "1 GiB"} if arguments else {}))


def test_a_missing_file_is_an_os_error():
    with pytest.raises(FileNotFoundError):
        planner.sessions("no-such-scenario.json")


def test_threads_get_the_same_answer(plan):
    with ThreadPoolExecutor(2) as pool:
        assert all(answer == plan for answer in pool.map(planner.sessions, [SCENARIO] * 4))


@pytest.mark.parametrize("how", [{}, {"closed_form": True}, {"samples": 16}], ids=str)
def test_other_threads_run_while_plans_are_made(how):
    beats, done = 0, threading.Event()

    def beat():
        nonlocal beats
        while not done.is_set():
            beats += 1
            time.sleep(0.001)

    beating = threading.Thread(target=beat)
    beating.start()
    started = time.monotonic()
    while time.monotonic() - started < 0.5:
        planner.sweep(SCENARIO, {"sessions.policy.zones": [1, 2, 3, 4] * 8}, threads=1, **how)
    done.set()
    beating.join()
    assert beats > 50  # with the lock held there would be one beat for each call


def test_a_notebook_shows_tables(plan):
    shown = plan._repr_html_()
    assert shown.startswith(f"<p>{str(plan).splitlines()[0]}</p>")
    assert shown.count("<table>") == shown.count("</table>") >= 6 and "<details><summary>Turned down</summary>" in shown


def test_a_page_is_that_of_the_command_line(plan):
    said = subprocess.run([os.environ["PLANNER_CLI"], "report", SCENARIO], capture_output=True, check=True, text=True)
    assert plan.render("page") == said.stdout


def test_tables_as_data_frames(plan):
    assert list(plan.to_frame()["class"]) == [tier.class_ for tier in plan.tiers]
    assert plan.to_frame("comparison").set_index("boundary")["hosts"]["firecracker"] == 52


def test_a_copy_is_the_numbers(plan):
    assert copy.deepcopy(plan) == plan
