"""The core is a package of its own: built, unpacked elsewhere, used with five libraries."""

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).resolve().parents[1]

USE = """
import doctest, importlib, sys
from pathlib import Path

class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in %r:
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, Refuse())
sys.path.insert(0, sys.argv[1])
import hetdp_core
from hetdp_core import datasets, evidence
assert hetdp_core.__file__.startswith(sys.argv[1]), hetdp_core.__file__
for path in Path(hetdp_core.__file__).parent.rglob("[!_]*.py"):
    importlib.import_module(".".join(path.relative_to(sys.argv[1]).with_suffix("").parts))
assert all(len(datasets.load(name).frame) for name in datasets.available())
assert evidence.cards()
result = doctest.testfile(sys.argv[2], module_relative=False)
print(result.attempted, "examples,", result.failed, "failed")
"""
OTHERS = ("streamlit", "starlette", "opendp", "loky", "segno", "distributed", "dask", "pages")


@pytest.mark.slow
def test_a_built_core_runs_the_readmes_example_without_what_the_dashboard_needs(tmp_path: Path):
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    site = tmp_path / "site"
    ZipFile(wheel).extractall(site)
    assert {path.name for path in site.iterdir() if "dist-info" not in path.name} == {"hetdp_core"}
    use = [sys.executable, "-I", "-c", USE % (OTHERS,), str(site), str(ROOT / "README.md")]
    run = subprocess.run(use, check=False, capture_output=True, text=True, cwd=tmp_path)
    assert run.returncode == 0, run.stderr
    assert run.stdout.endswith("examples, 0 failed\n")
    assert not run.stdout.startswith("0 ")
