"""Which models stay resident, and which load on demand."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from planner import _core
from planner.ask_packing import Problem
from planner.record import Record


def residency(problem: Problem, *, gap: float = 0.0, effort: float = 2.5e9, exact_runner_up: bool = False) -> Record:
    """One option per model at the least cost of hosts, storage and waiting, with a proof or the gap.

    Parameters
    ----------
    problem
        A bare problem as ``planner residency --problem`` reads it, as a dictionary or the path of a JSON file.
    gap
        Good enough: share above the bound at which to stop, from 0 on, below 1.
    effort
        Stop after looking at so many options; about 10 ns each.
    exact_runner_up
        Solve again without each chosen option, rather than estimate the runner-up at the shadow prices.

    Returns
    -------
    Record
        ``cost``, ``lower_bound``, ``gap``, ``proven``, ``hosts``, ``choice``, ``models``, ``shadow_prices``, ...: the
        fields of ``planner residency --problem P.json --json``.

    Raises
    ------
    InputError
        With every fault of the problem at once.

    Examples
    --------
    >>> plan = residency("tests/data/residency/b_20.json")
    >>> plan.hosts, plan.proven, plan.choice[:3]
    (4, True, ['dram60', 'dram60', 'res'])
    """
    if not 0 <= gap < 1:
        raise ValueError(f"gap is {gap}; it must be at least 0 and below 1")
    if not 0 <= effort <= 1e18:
        raise ValueError(f"effort is {effort}; it must be from 0 to 1e18")
    if isinstance(problem, Mapping):
        text, name = json.dumps(problem), "problem"
    else:
        text, name = Path(problem).read_text(encoding="utf-8"), os.fspath(problem)
    return Record(json.loads(_core.residency(text, name, gap, effort, exact_runner_up)))
