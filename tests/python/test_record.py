import json
import pickle
from copy import deepcopy

import pytest

from planner.record import Record

PLAN = {"hosts": 3, "tiers": [{"class": "a", "gpu": None}, {"class": "b", "gpu": {"id": "h100"}}]}


def test_fields_are_keys_and_attributes():
    plan = Record(PLAN)
    assert plan["hosts"] == plan.hosts == 3
    assert plan.tiers[1].gpu.id == plan["tiers"][1]["gpu"]["id"] == "h100"
    assert plan.tiers[0].gpu is None
    assert [tier.class_ for tier in plan.tiers] == ["a", "b"]


def test_it_is_a_mapping():
    plan = Record(PLAN)
    assert dict(**plan).keys() == {"hosts", "tiers"} and len(plan) == 2 and "hosts" in plan
    assert plan == PLAN and json.loads(json.dumps(plan.to_dict())) == PLAN


def test_a_wrong_name_says_the_nearest():
    with pytest.raises(AttributeError, match="no field 'host'; nearest: hosts"):
        Record(PLAN).host
    with pytest.raises(AttributeError, match="fields: hosts, tiers"):
        Record(PLAN).zzz
    with pytest.raises(KeyError):
        Record(PLAN)["host"]
    assert "hosts" in dir(Record(PLAN))


def test_copies():
    plan = Record(PLAN)
    assert deepcopy(plan) == plan and pickle.loads(pickle.dumps(plan)) == plan


def test_a_list_as_a_data_frame():
    record = Record({"hosts": 2, "parts": [{"name": "a", "inner": {"mib": 1}}, {"name": "b", "inner": {"mib": 2}}]})
    frame = record.to_frame()
    assert list(frame["name"]) == ["a", "b"] and list(frame["inner.mib"]) == [1, 2]
    assert record.to_frame("parts").equals(frame)
    with pytest.raises(ValueError, match="no list 'part'; known: parts"):
        record.to_frame("part")


def test_a_notebook_shows_tables_with_names_escaped():
    shown = Record({"hosts": 1234, "parts": [{"name": "<b>a</b>"}]})._repr_html_()
    assert "<b>" not in shown and "&lt;b&gt;a&lt;/b&gt;" in shown and "1,234" in shown and shown.count("<table>") == 2
