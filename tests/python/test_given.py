"""What callers give: numbers of NumPy are numbers, and what is no number is named."""

import pathlib

import numpy
import pandas
import pytest

import planner
from planner.given import json_text

EXAMPLES = pathlib.Path(__file__).parents[2] / "examples"
SMALL, SELDOM = EXAMPLES / "two-trust-levels.json", EXAMPLES / "seldom-used-models.json"
ONE = {"concurrent": 1000, "memory": "512 MiB", "vcpu": 0.25}
ZONES = "sessions.policy.zones"


def fault_of(ask):
    with pytest.raises(planner.InputError) as raised:
        ask()
    (issue,) = raised.value.issues
    assert str(raised.value).startswith(issue.where + ": ") and issue.rule in str(raised.value)
    return issue


@pytest.mark.parametrize("given, text", [
    (numpy.int64(3), "3"), (numpy.float32(0.25), "0.25"), (numpy.bool_(True), "true"), (numpy.array(7), "7"),
    (numpy.arange(1, 3), "[1, 2]"), (numpy.eye(2), "[[1.0, 0.0], [0.0, 1.0]]"), (pandas.Series([1, 2]), "[1, 2]"),
    ({"a": (numpy.int8(1), None)}, '{"a": [1, null]}'), (planner.Record({"a": [1.5]}), '{"a": [1.5]}'),
])
def test_numbers_and_arrays_are_json(given, text):
    assert json_text(given, "it") == text


def test_numbers_of_numpy_are_numbers_wherever_they_stand():
    plain = planner.sessions(**ONE, changes={ZONES: 2}, samples=64, seed=3)
    given = {"concurrent": numpy.int64(1000), "memory": "512 MiB", "vcpu": numpy.float32(0.25)}
    assert planner.sessions(**given, changes={ZONES: numpy.int64(2)}, samples=numpy.int64(64), seed=numpy.uint8(3)) == plain
    assert list(planner.sweep(SMALL, {ZONES: numpy.arange(1, 3)})) == list(planner.sweep(SMALL, {ZONES: [1, 2]}))
    assert planner.whatif(SMALL, {ZONES: numpy.int64(2)}) == planner.whatif(SMALL, {ZONES: 2})
    problem = {"bins": [{"capacity": [10]}], "items": [{"size": [6], "count": 20}]}
    assert planner.pack({**problem, "items": [{"size": numpy.array([6]), "count": numpy.int64(20)}]}) == planner.pack(problem)
    assert planner.simulate(SELDOM, events=1e4, replications=numpy.int64(2)) == planner.simulate(SELDOM, events=1e4, replications=2)


@pytest.mark.parametrize("where, ask", [
    ("scenario#/sessions/classes/0/concurrent", lambda nan: planner.sessions(**{**ONE, "concurrent": nan})),
    (f"changes['{ZONES}']", lambda nan: planner.sessions(SMALL, changes={ZONES: nan})),
    (f"vary['{ZONES}'][1]", lambda nan: planner.sweep(SMALL, {ZONES: [1, nan]})),
    ("problem#/bins/0/capacity/0", lambda nan: planner.pack({"bins": [{"capacity": [nan]}], "items": []})),
    ("config#/rope_theta", lambda nan: planner.fit(gpu="h100-sxm", config={"rope_theta": nan})),
])
@pytest.mark.parametrize("number", [float("nan"), float("-inf"), numpy.float32("inf")])
def test_what_is_not_finite_is_named(where, ask, number):
    issue = fault_of(lambda: ask(number))
    assert (issue.where, issue.found, issue.rule) == (where, str(float(number)), "must be a finite number.")


def test_what_json_has_no_word_for_is_named():
    issue = fault_of(lambda: planner.sessions(SMALL, changes={ZONES: object()}))
    assert (issue.where, issue.found) == (f"changes['{ZONES}']", "of type object")


@pytest.mark.parametrize("called, wrong", [("samples", -1), ("samples", 64.5), ("samples", "64"), ("seed", -1), ("seed", 0.5),
                                           ("seed", 2**64), ("seed", float("nan"))])
@pytest.mark.parametrize("ask", [planner.sessions, planner.models, planner.sweep])
def test_samples_and_seeds_are_whole_numbers(ask, called, wrong):
    more = ({ZONES: [1]},) if ask is planner.sweep else ()
    issue = fault_of(lambda: ask(SELDOM if ask is planner.models else SMALL, *more, **{"samples": 64, called: wrong}))
    assert issue.where == called and "must be a whole number" in issue.rule


def test_seeds_of_a_simulation_are_whole_numbers():
    for called, wrong in (("seed", -1), ("seed", 1.5), ("replications", 2.5), ("replications", 1)):
        assert fault_of(lambda: planner.simulate(SELDOM, events=1e4, **{called: wrong})).where == called
