"""The processor time of another process, by its clock and by its ticks."""

import os
import subprocess
import sys
import time

import pytest

from tests.processor import processor_seconds, processor_ticks

BURNS = """
import sys, threading, time
def burn(until):
    while time.process_time() < until:
        sum(range(10_000))
burn(0.1)
thread = threading.Thread(target=burn, args=(0.2,))  # counted, although it has ended
thread.start()
thread.join()
print(time.process_time(), flush=True)
sys.stdin.read()
"""

LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")


@LINUX
def test_the_clock_of_a_process_agrees_with_its_ticks_and_with_its_own_word():
    command = [sys.executable, "-c", BURNS]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        own = float(child.stdout.readline())
        clock, ticks = processor_seconds(child.pid), processor_ticks(child.pid)
        child.kill()
    tick = 1 / os.sysconf("SC_CLK_TCK")
    assert own >= 0.2
    assert own <= clock <= own + 0.1  # what it took to write, and to wait for more
    assert abs(clock - ticks) <= 3 * tick  # user and system are each cut; one passes meanwhile


@LINUX
def test_of_this_process_it_is_what_python_says():
    before = time.process_time()
    found = processor_seconds(os.getpid())
    assert before <= found <= time.process_time()


@LINUX
def test_a_clock_that_cannot_be_read_leaves_the_ticks(monkeypatch):
    def no_clock(number):
        raise OSError(number)

    monkeypatch.setattr("tests.processor.time.clock_gettime", no_clock)
    here = os.getpid()
    before = processor_ticks(here)
    assert before <= processor_seconds(here) <= processor_ticks(here)


@LINUX
def test_a_process_that_is_gone_has_no_clock():
    with subprocess.Popen([sys.executable, "-c", ""]) as child:
        child.wait()
    with pytest.raises(OSError, match="No such"):
        processor_seconds(child.pid)
