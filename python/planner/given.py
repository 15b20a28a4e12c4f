"""What a caller gives, as JSON: numbers and arrays of NumPy too, and no number that JSON does not have."""

from __future__ import annotations

import json
import math
import operator
from collections.abc import Iterable, Mapping
from typing import Any

from planner.errors import InputError, Issue


def fault(where: str, code: str, found: str, rule: str, hint: str = "") -> InputError:
    """An error about one thing that was given."""
    return InputError(f"{where}: {found}: {rule}{' ' + hint if hint else ''}", (Issue(where, code, found, rule, hint),))


def json_text(value: Any, called: str) -> str:
    """The JSON of a value; ``called`` is how messages name it.

    Raises
    ------
    InputError
        Where a number is not finite, or something is neither number, text, list nor dictionary.
    """
    return json.dumps(_plain(value, called, "#"))


def whole(called: str, value: Any, least: int = 0, most: int = 2**64 - 1) -> int:
    """A number of the caller as an integer; one with a fraction, or outside of the range, is refused."""
    try:
        number = int(value) if isinstance(value, float) and value.is_integer() else operator.index(value)
    except TypeError:
        raise fault(called, "input.type", repr(value), "must be a whole number.") from None
    if not least <= number <= most:
        raise fault(called, "input.out_of_range", str(number), f"must be a whole number from {least:,} to {most:,}.")
    return number


def worlds(samples: Any, seed: Any) -> tuple[int | None, int]:
    """How many worlds are asked for, if any, and their seed; how many there may be is the library's rule."""
    return None if samples is None else whole("samples", samples), whole("seed", seed)


def _plain(value: Any, called: str, path: str) -> Any:
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float):
        return _finite(value, called, path)
    if isinstance(value, Mapping):
        return {str(name): _plain(item, called, f"{path}/{name}") for name, item in value.items()}
    if hasattr(value, "tolist"):  # a number or an array of NumPy, a column of pandas
        return _plain(value.tolist(), called, path)
    if isinstance(value, Iterable):
        return [_plain(item, called, f"{path}/{index}") for index, item in enumerate(value)]
    raise fault(_where(called, path), "input.type", f"of type {type(value).__name__}", "must be a number, a text, a list or a dictionary.")


def _finite(value: float, called: str, path: str) -> float:
    if math.isfinite(value):
        return value
    raise fault(_where(called, path), "input.out_of_range", str(value), "must be a finite number.", "Leave out what is not known.")


def _where(called: str, path: str) -> str:
    return called if path == "#" else called + path
