"""A plan played in the event simulator."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, ClassVar

from planner import _core
from planner.answered import Answered, Scenario, change_texts, text_and_name, written
from planner.given import whole


class Simulation(Answered):
    """The answer of :func:`simulate`: the fields of ``planner simulate FILE --json``, and the answer in words."""

    __slots__ = ()
    main_table: ClassVar[str] = "figures"


def simulate(scenario: Scenario, *, overlay: str | os.PathLike[str] = "", changes: Mapping[str, Any] | None = None,
             replications: int = 20, confidence: float = 0.99, events: float = 1e6, seed: int = 1) -> Simulation:
    """Play the plan of a scenario in the event simulator, beside what the plan predicts.

    Parameters
    ----------
    scenario, overlay, changes
        As of :func:`sessions` or :func:`models`, whichever the scenario is about.
    replications
        Independent runs of each system, 2 to 1000.
    confidence
        Of the intervals, above 0 and below 1.
    events
        About so many are played for each system over all replications, 1e3 to 1e10.
    seed
        Another one plays other random numbers.

    Returns
    -------
    Simulation
        ``figures`` has a row for each prediction: ``predicted``, ``tolerance``, ``simulated``, ``low``, ``high``,
        ``inside``.

    Raises
    ------
    InputError
        With every fault of the scenario at once.

    Examples
    --------
    >>> played = simulate("examples/seldom-used-models.json", events=1e5)
    >>> assert played.inside > 0 and played.seed == 1
    """
    if not 0 < confidence < 1:
        raise ValueError(f"confidence is {confidence}; it must be above 0 and below 1")
    if not 1e3 <= events <= 1e10:
        raise ValueError(f"events is {events}; it must be from 1e3 to 1e10")
    seed = whole("seed", seed)
    replications = whole("replications", replications, 2, 1000)
    text, name = text_and_name(scenario)
    how = _core.SimulationInputs(seed, replications, confidence, events)
    return written(Simulation, _core.simulate(text, name, os.fspath(overlay), change_texts(changes), how))
