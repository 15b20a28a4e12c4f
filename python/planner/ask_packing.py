"""Vector packing, and MIG slices on GPUs."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Union

from planner import _core
from planner.record import Record

Problem = Union[Mapping[str, Any], str, "os.PathLike[str]"]


def pack(problem: Problem, *, gap: float = 0.0) -> Record:
    """The fewest, or cheapest, bins that hold all items, with a lower bound.

    Parameters
    ----------
    problem
        ``{"bins": [{"capacity": [10]}], "items": [{"size": [6], "count": 20}]}``, or the path of a file with that in
        JSON or of a ``.vbp`` file.
    gap
        Good enough: share above the bound at which to stop, from 0 on, below 1.

    Returns
    -------
    Record
        ``bins``, ``lower_bound``, ``proven``, ``patterns``, ...: the fields of ``planner pack FILE --json``.

    Raises
    ------
    InputError
        With every fault of the problem at once.

    Examples
    --------
    >>> packed = pack({"bins": [{"capacity": [10]}], "items": [{"size": [6], "count": 20}, {"size": [4], "count": 20}]})
    >>> packed.bins, packed.proven
    (20, True)
    """
    if not 0 <= gap < 1:
        raise ValueError(f"gap is {gap}; it must be at least 0 and below 1")
    if isinstance(problem, Mapping):
        return Record(json.loads(_core.pack(json.dumps(problem), "problem", gap)))
    return Record(json.loads(_core.pack(Path(problem).read_text(encoding="utf-8"), os.fspath(problem), gap)))


def mig(gpu: str, slices: Mapping[str, int], *, on_one_gpu: bool = False, occupied: Iterable[tuple[str, int]] = (),
        overlay: str | os.PathLike[str] = "") -> Record:
    """How many GPUs these MIG slices need, and how each is cut.

    Parameters
    ----------
    gpu
        Id of a GPU of the catalog, or of a MIG table.
    slices
        How many of each profile: ``{"1g.10gb": 12}``.
    on_one_gpu
        Asks whether all fit on a single GPU.
    occupied
        Profile and first memory slice of what that GPU holds already: ``[("4g.40gb", 0)]``.
    overlay
        Folder with catalog files that go over the built-in ones.

    Returns
    -------
    Record
        ``gpus``, ``lower_bound``, ``proven``, ``layouts``, ...: the fields of ``planner mig --json``.

    Examples
    --------
    >>> mig("h100-sxm", {"1g.10gb": 10, "3g.40gb": 2}).gpus
    3
    """
    return Record(json.loads(_core.mig(gpu, list(slices.items()), list(occupied), on_one_gpu, os.fspath(overlay))))
