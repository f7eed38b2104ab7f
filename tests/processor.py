"""What a process has used of the processor."""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from pathlib import Path

_SCHEDULED = 2
"""Of the clocks that Linux keeps of a process, the one that counts nanoseconds."""


def processor_seconds(process: int) -> float:
    """Return the processor time of a process so far, of all its threads.

    `/proc` counts in ticks of 10 ms, and a move of a page takes about one of them.  So the
    process's own clock is read, to the nanosecond: Linux numbers it as `clock_getcpuclockid`
    does, the complement of the process's number followed by three bits.  Where there is none,
    the ticks must do.

    Raises OSError where there is no such process.
    """
    if sys.platform == "linux":
        with suppress(OSError):
            return time.clock_gettime((~process << 3) | _SCHEDULED)
    return processor_ticks(process)


def processor_ticks(process: int) -> float:
    """Return the same from `/proc`, in whole ticks."""
    status = Path(f"/proc/{process}/stat").read_text(encoding="utf-8", errors="replace")
    user, system = status.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
