"""The named sweeps of the paper's tables and figures."""

import pytest

from hetdp_core.errors import InvalidInput
from hetdp_core.experiments import ridge as sweeps
from tests.papers.insurance import insurance_csv


def test_the_real_file_is_used_where_it_is_named(monkeypatch):
    monkeypatch.setenv(sweeps.REAL_DATA_VARIABLE, str(insurance_csv()))
    data = sweeps.real_data()
    assert data.info.key == "own"
    assert len(data.frame) == 1338


def test_another_file_is_refused_in_one_sentence(monkeypatch, tmp_path):
    monkeypatch.setenv(sweeps.REAL_DATA_VARIABLE, str(tmp_path / "nothing.csv"))
    with pytest.raises(InvalidInput, match="must name a file"):
        sweeps.real_data()
    other = tmp_path / "other.csv"
    other.write_text("a,b\n1,2\n3,4\n", encoding="utf-8")
    monkeypatch.setenv(sweeps.REAL_DATA_VARIABLE, str(other))
    with pytest.raises(InvalidInput, match=r"must name insurance\.csv"):
        sweeps.real_data()
