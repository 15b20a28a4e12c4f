import pytest

import planner

PUBLISHED = {"bins": [{"capacity": [10]}], "items": [{"size": [6], "count": 20}, {"size": [4], "count": 20}]}


def test_patterns_hold_every_item_within_the_bin():
    packed = planner.pack(PUBLISHED)
    held = [sum(pattern.count * pattern["items"][item] for pattern in packed.patterns) for item in range(2)]
    assert held == [20, 20] and packed.bins == packed.lower_bound == 20 and packed.proven
    assert all(6 * pattern["items"][0] + 4 * pattern["items"][1] <= 10 for pattern in packed.patterns)


def test_a_file_is_read(tmp_path):
    file = tmp_path / "small.vbp"
    file.write_text("1\n10\n2\n6 20\n4 20\n")
    assert planner.pack(file).bins == 20


def test_faults():
    with pytest.raises(planner.InputError, match="problem#/items"):
        planner.pack({"bins": [{"capacity": [10]}], "items": [{"size": [-6]}]})
    with pytest.raises(ValueError, match="gap is 1"):
        planner.pack(PUBLISHED, gap=1)


@pytest.mark.parametrize("slices, fits", [({"1g.5gb": 7}, True), ({"1g.5gb": 8}, False), ({"3g.20gb": 2, "1g.5gb": 1}, False)])
def test_what_a_single_a100_holds(slices, fits):
    """NVIDIA's MIG user guide: at most seven instances; two 3g fill all eight memory slices."""
    assert (planner.mig("a100-40-sxm", slices, on_one_gpu=True).status == "ok") == fits


def test_a_partly_used_gpu():
    assert planner.mig("a100-40-sxm", {"3g.20gb": 1}, on_one_gpu=True, occupied=[("4g.20gb", 0)]).status == "ok"
    assert planner.mig("a100-40-sxm", {"4g.20gb": 1}, on_one_gpu=True, occupied=[("1g.5gb", 0)]).status == "infeasible"
