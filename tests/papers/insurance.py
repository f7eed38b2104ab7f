"""Where the real table of the ridge paper lies; it is not part of the project."""

import os
from pathlib import Path

import pytest

_BESIDE_THE_PROJECT = Path(__file__).parents[2] / "../shared/data/insurance.csv"


def insurance_csv() -> Path:
    """The paper's insurance.csv, from $HETDP_INSURANCE_CSV or beside the project, else skip."""
    path = Path(os.environ.get("HETDP_INSURANCE_CSV", _BESIDE_THE_PROJECT))
    if not path.is_file():
        pytest.skip("the paper's insurance.csv is not here: set HETDP_INSURANCE_CSV to its path")
    return path
