"""Every file under models/ is what models/schema/catalog.schema.json asks for, and the schema asks for something."""

import copy
import json
import pathlib
import sys

import jsonschema

MODELS = pathlib.Path(sys.argv[1]) / "models"
SCHEMA = json.loads((MODELS / "schema" / "catalog.schema.json").read_text())
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)

HOST = {
    "id": "a/b", "provider": "a", "name": "b", "bare_metal": True,
    "vcpus": {"value": 8, "unit": "vCPU", "sources": ["s"], "basis": "vendor"},
    "memory": {"typical": None, "unit": "GiB", "note": "nothing found"},
}


def changed(path, value):
    host = copy.deepcopy(HOST)
    *way, last = path
    node = host
    for step in way:
        node = node[step]
    if value is None:
        del node[last]
    else:
        node[last] = value
    return {"hosts": [host]}


REFUSED = {
    "an unknown field": changed(["colour"], "blue"),
    "no id": changed(["id"], None),
    "a number without a basis": changed(["vcpus", "basis"], None),
    "a basis of one's own": changed(["vcpus", "basis"], "guessed"),
    "a negative number": changed(["vcpus", "value"], -8),
    "an unknown number without a note": changed(["memory", "note"], None),
    "a bare number": changed(["vcpus"], 8),
    "an unknown section": {"hostz": []},
}


def main():
    faults = []
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    files = [path for path in sorted(MODELS.rglob("*.json")) if path.parent.name != "schema"]
    for path in files:
        for error in VALIDATOR.iter_errors(json.loads(path.read_text())):
            where = "/".join(str(step) for step in error.absolute_path)
            faults.append(f"{path.relative_to(MODELS.parent)}#/{where}: {error.message[:200]}")
    if not VALIDATOR.is_valid({"hosts": [HOST]}):
        faults.append("a sound host is refused")
    faults += [f"{what} is let through" for what, file in REFUSED.items() if VALIDATOR.is_valid(file)]
    print("\n".join(faults) or f"{len(files)} files hold")
    return 1 if faults or not files else 0


sys.exit(main())
