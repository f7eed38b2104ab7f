"""The command shows what is stored beside what comes out now, and stores anew."""

import json

from hetdp_core.evidence import stored
from hetdp_core.evidence.__main__ import main


def test_without_options_it_shows_both_and_changes_nothing(capsys):
    assert main(["accounting-example-2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "accounting-example-2,stored,recomputed"
    for line in lines[1:]:
        _, known, now = line.rsplit(",", 2)
        assert known == now


def test_it_stores_what_it_computes(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("hetdp_core.evidence.results.FOLDER", tmp_path)
    assert main(["--write", "features-example-1"]) == 0
    assert "3 values" in capsys.readouterr().err
    content = json.loads((tmp_path / "features-example-1.json").read_text(encoding="utf-8"))
    assert content["values"]["ε"] == "inf"
    monkeypatch.undo()
    stored.cache_clear()
    assert content["digest"] == stored("features-example-1").digest


def test_an_unknown_recipe_is_one_sentence(capsys):
    assert main(["figure-99"]) == 2
    assert "recipe must be one of" in capsys.readouterr().err
