"""`make portability`: the numeric tests as other processors would compute them.

NumPy and OpenBLAS choose their inner loops by what a processor can do, and loops differ in
how they round.  Here both are told to choose as on older processors, each in every way that
this machine can run; ways that it cannot are left out.
"""

import importlib
import os
import platform
import subprocess
import sys
from collections.abc import Iterator, Sequence

NUMERIC = [
    "tests/odometer",
    "tests/bettor",
    "tests/features",
    "tests/mean",
    "tests/papers",
    "tests/release",
    "tests/evidence/test_stored.py",
    "tests/ridge",
]

OPENBLAS_CORES = {
    "Prescott": {"SSE3"},
    "Nehalem": {"SSE42"},
    "Sandybridge": {"AVX"},
    "Haswell": {"AVX2", "FMA3"},
    "Zen": {"AVX2", "FMA3"},
    "SkylakeX": {"AVX512F", "AVX512BW", "AVX512CD", "AVX512DQ", "AVX512VL"},
}
"""Kernels of x86-64 from old to new, and what a processor needs to run them."""


def environments() -> Iterator[dict[str, str]]:
    """Every level of NumPy and every kernel of OpenBLAS that this machine can run, once at least.

    The first is what it does by itself.
    """
    numpy_core = importlib.import_module("numpy._core._multiarray_umath")
    able = {name for name, has in numpy_core.__cpu_features__.items() if has}
    loops = [name for name in numpy_core.__cpu_dispatch__ if name in able]  # from old to new
    levels = [" ".join(loops[first:]) for first in range(len(loops), -1, -1)]
    x86 = platform.machine().lower() in ("x86_64", "amd64")
    cores = ["", *(core for core, needs in OPENBLAS_CORES.items() if x86 and needs <= able)]
    for turn in range(max(len(levels), len(cores))):
        variables = {"NPY_DISABLE_CPU_FEATURES": levels[turn % len(levels)]}
        core = cores[turn % len(cores)]
        yield variables | ({"OPENBLAS_CORETYPE": core} if core else {})


def main(options: Sequence[str]) -> int:
    """Print a line for each environment; return 1 if tests failed in one, else 0."""
    failed = 0
    for environment in environments():
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "--tb=line", *options, *NUMERIC],
            env=os.environ | environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        lines = (done.stdout.strip() or done.stderr.strip()).splitlines()
        failures = [line for line in lines if line.startswith(("FAILED", "ERROR"))]
        failed |= done.returncode != 0
        print("FAILED" if done.returncode else "passed", environment, *lines[-1:], flush=True)
        print(*failures, sep="\n", end="\n" if failures else "", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
