import pytest

import planner


def test_an_entry_carries_its_evidence():
    host = planner.catalog("aws/m7i.metal-48xl")
    assert host.id == "aws/m7i.metal-48xl"
    assert "firecracker" in planner.catalog()["boundaries"]


def test_a_wrong_id_says_the_nearest():
    with pytest.raises(planner.InputError, match='"fircracker": not in the catalog. Did you mean "firecracker"?') as caught:
        planner.catalog("fircracker")
    assert caught.value.issues[0].code == "input.unknown_name"
    assert isinstance(caught.value, ValueError)


def test_an_overlay_folder_goes_over_the_catalog(tmp_path):
    (tmp_path / "own.json").write_text('{"hosts": [{"id": "own/box", "like": "aws/m7i.metal-48xl"}]}')
    assert "own/box" in planner.catalog(overlay=tmp_path)["hosts"]
    assert "own/box" not in planner.catalog()["hosts"]


def test_a_folder_that_cannot_be_read_is_an_os_error(tmp_path):
    with pytest.raises(OSError, match="none"):
        planner.catalog(overlay=tmp_path / "none")
