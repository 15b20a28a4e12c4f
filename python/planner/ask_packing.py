"""Vector packing, and MIG slices on GPUs."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar, Union

from planner import _core
from planner.answered import Answered, written
from planner.given import json_text
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
        return Record(json.loads(_core.pack(json_text(problem, "problem"), "problem", gap)))
    return Record(json.loads(_core.pack(Path(problem).read_text(encoding="utf-8"), os.fspath(problem), gap)))


class Placement(Answered):
    """The answer of :func:`place`: the fields of ``planner pack --nodes NODES PODS --json``, and the answer in words."""

    __slots__ = ()
    main_table: ClassVar[str] = "placements"


def place(pods: str | os.PathLike[str], nodes: str | os.PathLike[str]) -> Placement:
    """Pods on nodes that there are, so that as many GPUs as possible are allocated; a bound beside it.

    Parameters
    ----------
    pods, nodes
        Paths of CSV files as ``planner pack --nodes`` reads them.

    Returns
    -------
    Placement
        ``allocated_share``, ``bound_share``, ``placements`` with a row for each pod, ``left_out``, ...

    Raises
    ------
    InputError
        With every fault of both files at once.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     nodes, pods = Path(folder, "nodes.csv"), Path(folder, "pods.csv")
    ...     _ = nodes.write_text("sn,cpu_milli,memory_mib,gpu\\nnode-1,64000,262144,2\\n")
    ...     _ = pods.write_text("name,cpu_milli,memory_mib,num_gpu,gpu_milli\\na,8000,30000,1,500\\nb,8000,30000,1,500\\n")
    ...     place(pods, nodes).gpus_allocated
    1
    """
    paths = [Path(nodes), Path(pods)]
    texts = [path.read_text(encoding="utf-8") for path in paths]
    return written(Placement, _core.place(texts[0], os.fspath(nodes), texts[1], os.fspath(pods)))


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
