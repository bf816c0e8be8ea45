"""Runs hold no lock, and are interrupted."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import buttress
from buttress import Event, Verdict

#: A counter of 64 bits that never comes to its bad state in any time: what it takes is ended from outside.
def _counter(bits: int) -> str:
    lines = [f"aag {3 * bits} 0 {bits} 0 {2 * bits} 1"]
    latches = [2 * (index + 1) for index in range(bits)]
    gates: list[str] = []
    number = 2 * (bits + 1)
    carry = 1
    nexts = []
    for latch in latches:
        # latch xor carry = not (latch and carry) and not (not latch and not carry); with a gate for the carry.
        both, neither = number, number + 2
        gates += [f"{both} {latch} {carry}", f"{neither} {latch ^ 1} {carry ^ 1}"]
        nexts.append((latch, both ^ 1, neither ^ 1))
        carry = both
        number += 4
    sums = []
    for latch, one, other in nexts:
        gates.append(f"{number} {one} {other}")
        sums.append(f"{latch} {number}")
        number += 2
    lines[0] = f"aag {number // 2 - 1} 0 {bits} 0 {len(gates)} 1"
    # Bad: the highest bit.
    return "\n".join([*lines, *sums, str(latches[-1]), *gates]) + "\n"


ENDLESS = _counter(40)


def test_the_endless_circuit_is_read() -> None:
    assert buttress.prove(_counter(3)).verdict is Verdict.FALSE


def test_other_threads_go_on_while_a_proof_runs() -> None:
    token = buttress.CancelToken()
    found: list[buttress.Report] = []
    started = threading.Event()

    def told(event: Event) -> None:
        started.set()

    def prove() -> None:
        found.append(buttress.prove(ENDLESS, engine="bmc", cancel=token, on_event=told))

    threads = [threading.Thread(target=prove) for _ in range(2)]
    for thread in threads:
        thread.start()
    assert started.wait(60)
    # If the lock were held, this thread would not come here before the runs are over, and they never are.
    assert not found and all(thread.is_alive() for thread in threads)
    assert buttress.find_model(buttress.Int("x") > 3) is not None
    token.cancel()
    for thread in threads:
        thread.join(60)
    assert [report.verdict for report in found] == [Verdict.UNKNOWN] * 2


CHILD = """
import buttress, sys
try:
    {work}
    print("ended")
except KeyboardInterrupt:
    print("interrupted")
    assert buttress.find_model(buttress.Int("x") > 3) is not None
    {after}
"""
PROVE = "buttress.prove(sys.stdin.read(), engine='bmc', on_event=lambda event: print(event.kind, flush=True))"
SOLVE = """
    n = 13
    at = [[buttress.Bool(f"p{i}_{j}") for j in range(n - 1)] for i in range(n)]
    s = buttress.Solver()
    s.add([buttress.Or(row) for row in at])
    s.add([~at[i][j] | ~at[k][j] for j in range(n - 1) for i in range(n) for k in range(i)])
    print("begun", flush=True)
    s.check()
"""
AGAIN = """s.reset(); s.add(buttress.Int("x") > 1); assert s.check() == buttress.sat"""


@pytest.mark.skipif(os.name != "posix", reason="sends SIGINT")
@pytest.mark.parametrize("work, after", [(PROVE, "pass"), (SOLVE.strip(), AGAIN)])
def test_an_interrupt_is_answered(work: str, after: str) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD.format(work=work, after=after)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert child.stdin is not None and child.stdout is not None
    child.stdin.write(ENDLESS)
    child.stdin.close()
    child.stdout.readline()
    # It is somewhere within the run by then; when does not matter.
    time.sleep(0.3)
    child.send_signal(signal.SIGINT)
    said = child.stdout.read().split("\n")
    assert "interrupted" in said and "ended" not in said
    assert child.wait(60) == 0
