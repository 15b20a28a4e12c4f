import itertools
import json
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import time

import pytest

import planner

EXAMPLES = pathlib.Path(__file__).parents[2] / "examples"
SCENARIO = EXAMPLES / "untrusted-50k.json"
SMALL = EXAMPLES / "two-trust-levels.json"

#: a file, what varies and how: as the command line has it, and as keywords
SWEEPS = {
    "plans after changes": (SMALL, {"sessions.classes.0.concurrent": "500:2k:500", "sessions.policy.zones": [1, -1, 2]},
                            {"changes": {"sessions.policy.cpu_target": 0.5}}),
    "closed form": (SCENARIO, {"sessions.policy.zones": [2, 3, 0], "sessions.classes.snippet.concurrent": "10k:12k:7"},
                    {"closed_form": True}),
    "closed form of models": (EXAMPLES / "twenty-models.json",
                              {"models.services.microsoft/phi-4.demand.0.requests_per_s": [0.5, 1, 40, -1]},
                              {"closed_form": True}),
    "many worlds": (EXAMPLES / "uncertain-sessions.json", {"sessions.policy.zones": [2, 3]}, {"samples": 64, "seed": 7}),
    "many worlds of models": (EXAMPLES / "uncertain-models.json", {"models.policy.spare_hosts": "0:2:1"}, {"samples": 16}),
}


def rows_of_the_command_line(file, vary, how):
    arguments = [os.environ["PLANNER_CLI"], "sweep", file, "--json"]
    for path, values in vary.items():
        listed = values if isinstance(values, str) else ",".join(json.dumps(value) for value in values)
        arguments += ["--vary", f"{path}={listed}"]
    for path, value in how.get("changes", {}).items():
        arguments += ["--set", f"{path}={json.dumps(value)}"]
    arguments += ["--closed-form"] if how.get("closed_form") else []
    arguments += itertools.chain.from_iterable((f"--{key}", str(how[key])) for key in ("samples", "seed") if key in how)
    said = subprocess.run(arguments, capture_output=True, check=True, text=True)
    return [json.loads(line) for line in said.stdout.splitlines()]


def test_whatif_has_the_figures_of_the_plans():
    change = {"sessions.policy.zones": 2}
    compared = planner.whatif(SCENARIO, change, variants={"four zones": {"sessions.policy.zones": 4}})
    before, after = planner.sessions(SCENARIO), planner.sessions(SCENARIO, changes=change)
    assert compared.before.hosts == before.hosts
    assert [a.name for a in compared.alternatives] == ["changed", "four zones"]
    assert compared.alternatives[0].plan.usd_per_h == after.usd_per_h
    assert compared.alternatives[0].extra.hosts == after.hosts - before.hosts
    assert str(compared).startswith("Changed: ") and "| before |" in compared._repr_markdown_()
    assert pickle.loads(pickle.dumps(compared)) == compared


def test_whatif_without_a_change_is_a_mistake():
    with pytest.raises(TypeError):
        planner.whatif(SMALL)
    with pytest.raises(planner.InputError):
        planner.whatif(SMALL, {"sessions.policy.zone": 2})


@pytest.mark.parametrize("changes, name, code", [
    ({"sessions.policy.zones": 2}, "changed", "input.duplicate_name"),
    (None, "before", "input.duplicate_name"),
    (None, " ", "input.name"),
])
def test_names_of_variants_are_those_of_no_other_plan(changes, name, code):
    with pytest.raises(planner.InputError) as raised:
        planner.whatif(SMALL, changes, variants={name: {"sessions.policy.zones": 1}})
    (issue,) = raised.value.issues
    assert (issue.where, issue.code) == (f"variants[{name!r}]", code)


def test_without_changes_a_variant_may_be_called_changed():
    compared = planner.whatif(SMALL, variants={"changed": {"sessions.policy.zones": 1}})
    assert list(compared.to_frame().index) == ["before", "changed"]


def test_sweep_rows_are_plans_in_order():
    rows = planner.sweep(SMALL, {"sessions.classes.0.concurrent": [1000, 2000], "sessions.policy.zones": "1:3:1"})
    assert [(r["sessions.classes.0.concurrent"], r["sessions.policy.zones"]) for r in rows] == [
        (n, z) for n in (1000, 2000) for z in (1, 2, 3)]
    plan = planner.sessions(SMALL, changes={"sessions.classes.0.concurrent": 2000, "sessions.policy.zones": 2})
    assert (rows[4].hosts, rows[4].usd_per_h) == (plan.hosts, plan.usd_per_h)
    assert len(rows[1:3]) == 2


def test_sweep_is_the_same_on_any_number_of_threads():
    vary = {"sessions.classes.0.concurrent": "500:3000:100"}
    assert [r.to_dict() for r in planner.sweep(SMALL, vary, threads=1)] == [
        r.to_dict() for r in planner.sweep(SMALL, vary, threads=2)]


def test_a_point_that_breaks_a_rule_is_a_row():
    rows = planner.sweep(SMALL, {"sessions.policy.zones": [1, -1]})
    assert [r.status for r in rows] == ["ok", "refused"] and "zones" in rows[1].reason and rows[1].hosts is None


@pytest.mark.parametrize("asked", SWEEPS.values(), ids=SWEEPS.keys())
def test_rows_are_those_of_the_command_line(asked):
    file, vary, how = asked
    assert [row.to_dict() for row in planner.sweep(file, vary, **how)] == rows_of_the_command_line(file, vary, how)


def test_rows_of_many_worlds_depend_on_the_seed():
    file, vary, how = SWEEPS["many worlds"]
    asked = [planner.sweep(file, vary, samples=64, seed=seed)[0].to_dict() for seed in (1, 1, 2)]
    assert asked[0] == asked[1] and asked[0] != asked[2]


@pytest.mark.parametrize("how, rule", [
    ({"samples": 15}, "16 to 1,000,000"),
    ({"samples": 64, "closed_form": True}, "priced without a search"),
])
def test_a_sweep_that_cannot_be_is_an_error_and_no_row(how, rule):
    with pytest.raises(planner.InputError) as fault:
        planner.sweep(SMALL, {"sessions.policy.zones": [1, 2]}, **how)
    assert [rule in issue.rule for issue in fault.value.issues] == [True]


def test_a_long_sweep_stops_at_an_interrupt():
    asked = f"""import planner
print("asking", flush=True)
planner.sweep({os.fspath(SCENARIO)!r}, {{"sessions.classes.snippet.concurrent": "10k:1M:1"}})"""
    with subprocess.Popen([sys.executable, "-B", "-c", asked], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as asking:
        assert asking.stdout.readline() == "asking\n"
        time.sleep(2)
        assert asking.poll() is None  # a million points take minutes
        begun = time.monotonic()
        asking.send_signal(signal.SIGINT)
        try:
            assert "KeyboardInterrupt" in asking.communicate(timeout=20)[1]
        finally:
            asking.kill()
        assert time.monotonic() - begun < 5  # about a second on a machine that does nothing else


def test_rows_as_a_data_frame():
    frame = planner.sweep(SMALL, {"sessions.policy.zones": [1, 2]}).to_frame()
    assert list(frame["sessions.policy.zones"]) == [1, 2] and "usd_per_h" in frame


def test_a_cluster_that_loses_a_worker_answers_every_row_once():
    import threading

    import distributed

    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        with distributed.Client(cluster) as client:
            vary = {"sessions.classes.snippet.concurrent": "10k:58k:400", "sessions.policy.zones": [2, 3]}
            victim = next(iter(client.run(os.getpid).values()))
            killing = threading.Timer(0.4, os.kill, (victim, signal.SIGKILL))
            killing.start()
            rows = planner.sweep(SCENARIO, vary, client=client, block=4)
            assert killing.finished.is_set() and victim not in client.run(os.getpid).values()
    assert [r.point for r in rows] == list(range(242))
    assert [r.to_dict() for r in rows] == [r.to_dict() for r in planner.sweep(SCENARIO, vary)]


def test_a_cluster_has_the_rows_of_the_command_line():
    import distributed

    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        with distributed.Client(cluster) as client:
            for file, vary, how in SWEEPS.values():
                rows = planner.sweep(file, vary, client=client, block=3 if "samples" in how else None, **how)
                assert [row.to_dict() for row in rows] == rows_of_the_command_line(file, vary, how)
            with pytest.raises(planner.InputError):
                planner.sweep(SMALL, {"sessions.policy.zones": [1]}, samples=1, client=client)


def test_whatif_against_the_fleet_that_exists(tmp_path):
    now = planner.sessions(SMALL)
    change = {"sessions.classes.0.concurrent": 200_000}
    compared = planner.whatif(SMALL, change, against=now)
    assert all(row.buy == 0 and row.free == 0 for row in compared.fleet_before)
    more = compared.alternatives[0]
    assert sum(row.buy for row in more.fleet) == more.extra.hosts > 0
    saved = tmp_path / "now.json"
    saved.write_text(json.dumps(now.to_dict()))
    assert planner.whatif(SMALL, change, against=saved).to_dict() == compared.to_dict()
    with pytest.raises(planner.InputError, match="against#/fleet/0/host"):
        planner.whatif(SMALL, change, against={"fleet": [{"host": "nobody", "hosts": 1}]})
