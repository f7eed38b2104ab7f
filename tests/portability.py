"""`make portability`: the numeric tests as other processors would compute them.

NumPy and OpenBLAS choose their inner loops by what a processor can do, and loops differ in
how they round.  Here both are told to choose as on older processors, each in every way that
this machine can run; ways that it cannot are left out.
"""

from __future__ import annotations

import importlib
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle

NUMERIC = [
    "tests/accounting",
    "tests/bettor",
    "tests/features",
    "tests/mean",
    "tests/papers",
    "tests/release",
    "tests/reproductions/test_stored.py",
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


@dataclass(frozen=True)
class Variant:
    """One way to compute: NumPy features that are switched off, and OpenBLAS's kernel."""

    switched_off: tuple[str, ...] = ()
    core: str = ""

    @property
    def name(self) -> str:
        off = f"without {' '.join(self.switched_off)}" if self.switched_off else "as it is"
        return f"NumPy {off}, OpenBLAS {self.core or 'as it is'}"

    @property
    def environment(self) -> dict[str, str]:
        made = {"NPY_DISABLE_CPU_FEATURES": " ".join(self.switched_off)}
        return made | ({"OPENBLAS_CORETYPE": self.core} if self.core else {})


def variants(
    dispatched: Sequence[str], features: Mapping[str, bool], machine: str
) -> list[Variant]:
    """Every level of NumPy and every kernel of OpenBLAS that this processor can run, once at least.

    Args:
        dispatched: the features that NumPy has loops for beyond its baseline, from old to new.
        features: what the processor can do.
        machine: its architecture, as `platform.machine` says it.
    """
    here = [name for name in dispatched if features.get(name)]
    levels = [tuple(here[first:]) for first in range(len(here), -1, -1)]
    x86 = machine.lower() in ("x86_64", "amd64")
    able = {name for name, has in features.items() if has}
    cores = ["", *(core for core, needs in OPENBLAS_CORES.items() if x86 and needs <= able)]
    if len(cores) > len(levels):
        return [Variant(*pair) for pair in zip(cycle(levels), cores, strict=False)]
    return [Variant(*pair) for pair in zip(levels, cycle(cores), strict=False)]


def run_tests(variant: Variant, options: Sequence[str]) -> tuple[bool, str]:
    """Whether the numeric tests pass so, and what pytest says at its end."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--tb=line", *options, *NUMERIC],
        env=os.environ | variant.environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    lines = (done.stdout.strip() or done.stderr.strip()).splitlines()
    failures = [line for line in lines if line.startswith(("FAILED", "ERROR"))]
    return done.returncode == 0, "\n    ".join([*lines[-1:], *failures])


def report(chosen: Sequence[Variant], run: Callable[[Variant], tuple[bool, str]]) -> int:
    """Print a line a variant; 1 if one failed, else 0."""
    failed = 0
    for variant in chosen:
        passed, says = run(variant)
        failed += not passed
        print(f"{'passed' if passed else 'FAILED'}  {variant.name}: {says}", flush=True)
    return int(failed > 0)


def main(options: Sequence[str]) -> int:
    """All variants of this machine; options are pytest's."""
    numpy_core = importlib.import_module("numpy._core._multiarray_umath")
    chosen = variants(numpy_core.__cpu_dispatch__, numpy_core.__cpu_features__, platform.machine())
    return report(chosen, lambda variant: run_tests(variant, options))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
