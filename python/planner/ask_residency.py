"""Which models stay resident, and which load on demand."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any, ClassVar

from planner import _core
from planner.answered import Answered, Scenario, change_texts, text_and_name, written
from planner.ask_packing import Problem
from planner.record import Record


class ResidencyPlan(Answered):
    """The answer of :func:`residency` about a scenario: the fields of ``planner residency FILE --json``, and in words."""

    __slots__ = ()
    main_table: ClassVar[str] = "models"


def residency(scenario: Scenario | None = None, *, overlay: str | os.PathLike[str] = "",
              changes: Mapping[str, Any] | None = None, problem: Problem | None = None, gap: float = 0.0,
              effort: float = 2.5e9, exact_runner_up: bool = False) -> Record:
    """Which models stay resident and which load on demand, in depth: every choice that each has, and prices at the margin.

    Parameters
    ----------
    scenario, overlay, changes
        As of :func:`models`.
    problem
        In place of a scenario, a bare problem as ``planner residency --problem`` reads it, as a dictionary or the path of
        a JSON file.
    gap
        Of a bare problem, good enough: share above the bound at which to stop, from 0 on, below 1.
    effort
        Of a bare problem: stop after looking at so many options; about 10 ns each.
    exact_runner_up
        Of a bare problem: solve again without each chosen option, rather than estimate the runner-up at the shadow prices.

    Returns
    -------
    ResidencyPlan
        About a scenario: ``models``, each with its ``choices``, and ``shadow_prices`` of a GPU, of host memory and of a
        second of waiting. About a bare problem a :class:`Record` with ``cost``, ``lower_bound``, ``gap``, ``proven``,
        ``hosts``, ``choice``, ``models``, ``shadow_prices``.

    Raises
    ------
    InputError
        With every fault of the scenario or the problem at once.

    Examples
    --------
    >>> plan = residency("examples/seldom-used-models.json")
    >>> phi = next(model for model in plan.models if model.model == "microsoft/phi-4")
    >>> phi.choices[0].decision, phi.choices[0].tier
    ('on-demand', 'host-ram')

    >>> plan = residency(problem="tests/data/residency/b_20.json")
    >>> plan.hosts, plan.proven, plan.choice[:3]
    (4, True, ['dram60', 'dram60', 'res'])
    """
    if (scenario is None) == (problem is None):
        raise TypeError("residency() takes a scenario, or problem= with a bare problem")
    if scenario is not None:
        text, name = text_and_name(scenario)
        return written(ResidencyPlan, _core.residency_of(text, name, os.fspath(overlay), change_texts(changes)))
    assert problem is not None
    return _bare(problem, gap, effort, exact_runner_up)


def _bare(problem: Problem, gap: float, effort: float, exact_runner_up: bool) -> Record:
    if not 0 <= gap < 1:
        raise ValueError(f"gap is {gap}; it must be at least 0 and below 1")
    if not 0 <= effort <= 1e18:
        raise ValueError(f"effort is {effort}; it must be from 0 to 1e18")
    text, name = text_and_name(problem, "problem")
    return Record(json.loads(_core.residency(text, name, gap, effort, exact_runner_up)))
