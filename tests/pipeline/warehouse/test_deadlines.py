"""One thread keeps the deadlines of all queries: each in its turn, whatever the others do."""

import subprocess
import sys
import threading

from pipeline.adapters.deadlines import Deadlines

LONG, SOON, AT_ONCE = 600.0, 0.02, 0.0
PATIENCE = 20


def test_a_nearer_deadline_is_not_kept_waiting_by_a_later_one() -> None:
    deadlines, passed = Deadlines(), threading.Event()
    deadlines.after(LONG, lambda: None)
    deadlines.after(SOON, passed.set)
    assert passed.wait(PATIENCE)


def test_what_was_called_off_does_not_happen() -> None:
    deadlines, passed, done = Deadlines(), threading.Event(), list[str]()
    deadlines.after(AT_ONCE, lambda: None)
    deadlines.after(SOON, lambda: done.append("called off")).call_off()
    deadlines.after(2 * SOON, passed.set)
    assert passed.wait(PATIENCE)
    assert done == []


def test_one_that_blocks_keeps_no_other_waiting() -> None:
    deadlines, passed, go_on = Deadlines(), threading.Event(), threading.Event()
    deadlines.after(AT_ONCE, lambda: _until(go_on))
    deadlines.after(SOON, passed.set)
    assert passed.wait(PATIENCE)
    go_on.set()


def test_a_process_that_was_forked_off_keeps_its_own() -> None:
    subprocess.run([sys.executable, "-c", _FORKED], check=True, timeout=PATIENCE)  # noqa: S603


_FORKED = f"""
import os, threading
from pipeline.adapters.deadlines import DEADLINES

DEADLINES.after({LONG}, lambda: None)
child = os.fork()
if child == 0:
    passed = threading.Event()
    DEADLINES.after({SOON}, passed.set)
    os._exit(not passed.wait({PATIENCE / 2}))
raise SystemExit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def _until(event: threading.Event) -> None:
    event.wait(PATIENCE)
