"""The variants of `make portability`: all that a processor can run, and nothing that it cannot."""

import pytest

from tests.portability import OPENBLAS_CORES, Variant, report, variants

LOOPS = ["X86_V3", "X86_V4", "AVX512_ICL"]
OLD = {"SSE3": True, "SSE42": True, "AVX": False}
USUAL = OLD | dict.fromkeys(["AVX", "AVX2", "FMA3", "X86_V3"], True) | {"X86_V4": False}
NEW = USUAL | dict.fromkeys(["X86_V4", "AVX512_ICL", *OPENBLAS_CORES["SkylakeX"]], True)


@pytest.mark.parametrize("features", [OLD, USUAL, NEW], ids=["old", "usual", "new"])
def test_every_level_and_every_kernel_that_a_processor_can_run_comes_once_at_least(features):
    found = variants(LOOPS, features, "x86_64")
    here = [name for name in LOOPS if features.get(name)]
    levels = {tuple(here[first:]) for first in range(len(here) + 1)}
    assert {variant.switched_off for variant in found} == levels
    able = {name for name, has in features.items() if has}
    assert {variant.core for variant in found} == {
        "",
        *(core for core, needs in OPENBLAS_CORES.items() if needs <= able),
    }
    assert found[0] == Variant(), "first what this machine does by itself"


def test_a_processor_without_avx512_is_not_asked_for_it():
    found = variants(LOOPS, USUAL, "x86_64")
    assert "SkylakeX" not in {variant.core for variant in found}
    assert {name for variant in found for name in variant.switched_off} == {"X86_V3"}


def test_elsewhere_than_on_x86_only_numpy_is_told_what_to_do():
    found = variants(["ASIMDHP", "SVE"], {"ASIMDHP": True, "SVE": False, "SSE3": True}, "aarch64")
    assert found == [Variant(), Variant(("ASIMDHP",))]


@pytest.mark.parametrize(("fails", "code"), [((), 0), (("Zen",), 1), (("Zen", "Haswell"), 1)])
def test_one_failure_fails_the_whole_and_each_variant_has_its_line(fails, code, capsys):
    chosen = [Variant(core=core) for core in ("Zen", "Haswell", "")]
    assert report(chosen, lambda one: (one.core not in fails, "9 tests")) == code
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines].count("FAILED") == len(fails)
    assert len(lines) == 3
