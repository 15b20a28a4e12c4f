"""Faults in what the caller gave."""

from typing import NamedTuple


class Issue(NamedTuple):
    """One fault: where, what was found, the rule it breaks, what to do."""

    where: str  #: file and JSON pointer: ``scenario.json#/sessions/classes/2/memory``
    code: str   #: stable id: ``input.unit_mismatch``
    found: str  #: what stands there
    rule: str   #: what is asked for
    hint: str   #: nearest known names or the way out; may be empty


class InputError(ValueError):
    """The input has faults: all of them are in ``issues``."""

    def __init__(self, message: str, issues: tuple[Issue, ...] = ()) -> None:
        super().__init__(message)
        self.issues = issues
