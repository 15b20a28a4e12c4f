"""Tab in bash and zsh, in a terminal as a person has it.

    completion_test.py bash|zsh ROOT FOLDER      FOLDER holds the `planner` binary
"""

import os
import pathlib
import pty
import re
import select
import signal
import sys
import time

SHELLS = {"bash": (["bash", "--norc", "--noprofile", "-i"], "source completions/planner.bash"),
          "zsh": (["zsh", "-f", "-i"], "fpath=($PWD/completions $fpath); autoload -U compinit; compinit -D -u")}

# What is typed before Tab, and what must stand there after it.
TYPED = [
    ("planner sess", "planner sessions "),
    ("planner sessions --netw", "--network-disk "),
    ("planner sessions --host aws/m7i.metal-4", "aws/m7i.metal-48xl "),
    ("planner sessions examples/untr", "examples/untrusted-50k.json "),
    ("planner whatif examples/untrusted-50k.json --set sessions.policy.surv", "sessions.policy.survive_zones="),
    ("planner whatif examples/untrusted-50k.json --set sessions.classes.snippet.conc", ".concurrent="),
    ("planner explain examples/untrusted-50k.json tiers.snippet.charged_m", "tiers.snippet.charged_memory "),
    ("planner catalog show firecr", "firecracker "),
    ("planner sessions --trust anon", "anonymous "),
    ("planner pack --format mark", "markdown "),
    ("planner sessions examples/untrusted-50k.json --sam", "--samples "),
    ("planner sessions examples/untrusted-50k.json --samples 64 --see", "--seed "),
    ("planner models --fleet-h", "--fleet-hosts "),
    ("planner models --rede", "--redecide "),
    ("planner models examples/twenty-models.json --aga", "--against "),
    ("planner models --against examples/untr", "examples/untrusted-50k.json "),
    ("planner sweep examples/untrusted-50k.json --clo", "--closed-form "),
    ("planner sweep examples/untrusted-50k.json --par", "--pareto "),
    ("planner models --catalog comple", "completions/"),
]


class Terminal:
    def __init__(self, command, folder, root):
        self.pid, self.tty = pty.fork()
        if self.pid == 0:
            os.chdir(root)
            environment = {"PATH": f"{folder}:{os.environ['PATH']}", "TERM": "dumb", "PS1": "> ", "HOME": str(root), "COLUMNS": "200"}
            os.execvpe(command[0], command, environment)

    def type(self, text):
        os.write(self.tty, text.encode())

    def shows(self, expected, seconds=20):
        """Whether the terminal shows that text in time; what it showed."""
        shown, end = "", time.monotonic() + seconds
        while expected not in shown and time.monotonic() < end:
            if select.select([self.tty], [], [], 0.2)[0]:
                shown += os.read(self.tty, 65536).decode(errors="replace")
                shown = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|\x07|\r", "", shown)
        return expected in shown, shown

    def close(self):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)


def main(shell, root, folder):
    command, setup = SHELLS[shell]
    terminal = Terminal(command, folder, root)
    try:
        terminal.type(f"{setup}\necho re''ady\n")
        assert terminal.shows("ready")[0], "the shell does not start"
        for typed, completed in TYPED:
            terminal.type(typed + "\t")
            found, shown = terminal.shows(completed)
            if not found:
                sys.exit(f"{shell}: after {typed!r} and Tab, {completed!r} does not stand there but {shown!r}")
            terminal.type("\x15")
    finally:
        terminal.close()


if __name__ == "__main__":
    main(sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(sys.argv[3]).resolve())
