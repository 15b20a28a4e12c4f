"""The example service answers line by line what the command line answers.

    service_test.py SERVICE PLANNER ROOT
"""

import json
import pathlib
import subprocess
import sys

# A question each, and the verb that answers it on the command line.
ASKED = [("untrusted-50k", "sessions"), ("one-model", "models"), ("does-not-fit", "sessions")]


def main(service, planner, root):
    files = [root / "examples" / f"{name}.json" for name, _ in ASKED]
    requests = [json.dumps(json.loads(file.read_text())) for file in files]
    faulty = ['{"planner": 1, "sessions": {"classes": []}}', "no JSON"]
    run = subprocess.run([service], input="".join(f"{line}\n" for line in [*requests, *faulty]), capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(answers) == len(ASKED) + len(faulty), run.stdout

    for file, (_, verb), answer in zip(files, ASKED, answers):
        told = subprocess.run([planner, verb, file, "--json"], capture_output=True, text=True).stdout
        assert answer == json.loads(told), file
    for answer in answers[len(ASKED):]:
        assert answer["issues"] and set(answer["issues"][0]) == {"where", "code", "found", "rule", "hint"}, answer
    assert answers[3]["issues"][0]["where"] == "request#/sessions/classes"


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]))
