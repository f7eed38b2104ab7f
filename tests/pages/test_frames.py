"""What the live figure and other components send to the browser, and what they refuse."""

import json
import os
import re
import stat
import zlib
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from hetdp_core.figures.figure import Appearing, Figure
from pages.shared import scripts
from pages.shared.figure.live_figure import (
    DIGEST_LENGTH,
    Frames,
    grid_with,
    live_figure,
    numbers,
    pack,
    packed,
    payload,
)
from pages.shared.scripts import ensure_plotly_asset, lean, plotly_asset_name

TWO_FIGURES = Path(__file__).parents[1] / "browser" / "apps" / "two_figures.py"
THREE = {"values": np.array([1.0, 2.0, 3.0]), "labels": ["1", "2", "3"], "control": "size"}


def sweep(**changes: object) -> Frames:
    return Frames(**{**THREE, "current": 1, **changes})  # type: ignore[arg-type]


def figure_dict() -> dict:
    line = {"type": "scatter", "x": [0.0, 1.0], "y": [5.0, 6.0]}
    return Figure([line, {"type": "bar", "x": ["a"], "y": [1]}], {}).to_dict()


def test_a_figure_that_sessions_share_is_sent_with_the_key_numbers_of_this_one() -> None:
    figure, traces, headlines = Figure(figure_dict()["data"], {}), {0: {"y": np.eye(3)}}, ["h"] * 3
    units = ("mmHg", "years", "mmHg")
    sent = [
        json.loads(
            zlib.decompress(
                packed(figure, sweep(traces=traces, headlines=headlines, readouts=told))[
                    DIGEST_LENGTH:
                ]
            )
        )["sweep"]["readouts"][0]["texts"][0]
        for told in ({"Error": [f"1 {unit}"] * 3} for unit in units)
    ]
    assert sent == [f"1 {unit}" for unit in units]


def test_numbers_keep_seven_digits_counts_all_and_a_gap_is_one() -> None:
    rows = np.array([[1.0, np.nan, 0.0], [0.123456789, 123456789.0, np.inf], [-3.0, 1e-300, 1e300]])
    (column,) = pack(figure_dict(), sweep(traces={0: {"y": rows}}))["moving"]
    assert column["path"] == ["data", 0, "y"]
    assert column["entries"] == [
        [1.0, None, 0.0],
        [0.1234568, 123456800.0, None],
        [-3.0, 1e-300, 1e300],
    ]
    counts = np.array([[1234567], [2], [3]])
    (column,) = pack(figure_dict(), sweep(traces={0: {"y": counts}}))["moving"]
    assert column["entries"] == counts.tolist()


def test_a_row_that_appears_travels_once() -> None:
    row, since = np.array([5.0, np.nan, 7.0]), np.array([2, 0, 1])
    figure = figure_dict()
    (column,) = pack(figure, sweep(traces={0: {"y": Appearing(row, since, 3)}}))["moving"]
    assert figure["data"][0]["y"] is None
    assert column == {"path": ["data", 0, "y"], "row": [5.0, None, 7.0], "since": [2, 0, 1]}


def test_a_row_that_appears_is_its_rows() -> None:
    rows = np.asarray(Appearing(np.array([5.0, 6.0, 7.0]), np.array([2, 0, 1]), 3))
    gap = np.nan
    np.testing.assert_array_equal(rows, [[gap, 6.0, gap], [gap, 6.0, 7.0], [5.0, 6.0, 7.0]])


def test_what_stays_the_same_travels_once_in_the_figure() -> None:
    figure = figure_dict()
    still = {"x": np.tile([3.0, 4.0], (3, 1)), "name": ["same"] * 3}
    held = pack(figure, sweep(traces={0: still}, layout={"title.text": ["t"] * 3}))
    assert held["moving"] == []
    assert figure["data"][0]["x"] == [3.0, 4.0]
    assert figure["data"][0]["name"] == "same"
    assert figure["layout"]["title"] == {"text": "t"}


def test_what_is_sent_does_not_depend_on_the_current_frame() -> None:
    def sent(current: int) -> bytes:
        rows = np.arange(6.0).reshape(3, 2)
        line = {"type": "scatter", "y": rows[current]}
        now = Figure([line], {"title": {"text": f"at {current}"}})
        moving = {"title.text": [f"at {k}" for k in range(3)]}
        return payload(now, sweep(current=current, traces={0: {"y": rows}}, layout=moving))

    assert sent(0) == sent(1) == sent(2)


def test_heat_maps_texts_and_shapes_may_move() -> None:
    held = pack(
        {"data": [{"z": None, "marker": {"color": "red"}}], "layout": {"shapes": [{"x0": 0}]}},
        sweep(
            traces={0: {"z": np.arange(18.0).reshape(3, 2, 3), "marker.color": ["a", "b", "c"]}},
            layout={"shapes.0.x0": [1.0, 2.0, 3.0]},
        ),
    )
    z, colour, shape = held["moving"]
    assert z["entries"] == np.arange(18.0).reshape(3, 2, 3).tolist()
    assert colour["entries"] == ["a", "b", "c"]
    assert shape == {"path": ["layout", "shapes", 0, "x0"], "entries": [1.0, 2.0, 3.0]}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"values": np.array([])}, "values must be"),
        ({"values": np.array([1.0, 1.0, 2.0])}, "strictly increasing"),
        ({"values": np.array([1.0, np.nan, 2.0])}, "finite"),
        ({"current": 3}, "current must be in 0..2 .given: 3"),
        ({"labels": ["1", "2"]}, "labels must hold one entry a frame"),
        ({"traces": {0: {"y": np.zeros((2, 5))}}}, r"traces\[0\]\['y'\] must hold one entry"),
        ({"layout": {"shapes": []}}, r"layout\['shapes'\] must hold"),
        ({"readouts": {"error": ["1"]}}, r"readouts\['error'\] must hold"),
    ],
)
def test_frames_that_do_not_fit_together_are_refused(changes: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        sweep(**changes)


def test_a_trace_that_is_not_there_and_a_height_that_is_not_positive_are_refused() -> None:
    with pytest.raises(ValueError, match=r"traces\[2\]: the figure has 2 traces"):
        pack(figure_dict(), sweep(traces={2: {"y": np.zeros((3, 1))}}))
    with pytest.raises(ValueError, match="height must be positive"):
        live_figure(Figure([], {}), key="k", name="n", numbers=pd.DataFrame(), height=0)


@pytest.mark.parametrize("value", [None, "2", float("nan"), float("inf"), {}, []])
def test_a_value_that_is_no_number_is_not_released(value: object) -> None:
    assert sweep().nearest_value(value) is None


def test_a_released_value_is_one_of_the_sweep() -> None:
    assert sweep().nearest_value(2.4) == 2.0
    assert sweep().nearest_value(1e9) == 3.0


def test_a_typed_value_becomes_a_frame() -> None:
    values, current = grid_with([1.0, 2.0], 1.5)
    assert values.tolist() == [1.0, 1.5, 2.0]
    assert current == 1
    assert grid_with([1.0, 2.0], 2.0)[0].tolist() == [1.0, 2.0]


def test_a_long_table_is_cut_and_says_so() -> None:
    text = numbers.html(pd.DataFrame({"n": range(1000), "x": np.full(1000, 1 / 3)}), "All")
    assert "<caption>All (the first 300 of 1,000 rows)</caption>" in text
    assert text.count("<tr>") == 1 + 300
    assert '<th scope="row">1</th><td>0.3333</td>' in text


def test_a_table_shows_foreign_text_as_text() -> None:
    text = numbers.html(pd.DataFrame({"<b>": ["<i>", "&"], "x": ["a", "</table>"]}), '"<u>')
    assert not {"<b>", "<i>", "<u>"} & set(re.findall(r"<\w>", text))
    assert text.count("</table>") == 1


def test_an_answer_names_the_current_frame_and_the_release_that_it_has_seen() -> None:
    app = AppTest.from_file(str(TWO_FIGURES)).run(timeout=30)
    assert len(app.get("bidi_component")) == 3
    data = json.loads(app.get("bidi_component")[1].proto.json)
    assert (data["current"], data["answers"]) == (40, 0)
    app.number_input(key="epsilon").set_value(2.0).run(timeout=30)
    assert "epsilon is 2.0000" in [element.value for element in app.markdown]


def test_plotly_is_copied_once_and_old_versions_go(tmp_path: Path) -> None:
    (tmp_path / "plotly-0.0.1.min.js").write_text("old")
    (tmp_path / "README.md").write_text("keep")
    asset = ensure_plotly_asset(tmp_path)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["README.md", plotly_asset_name()]
    assert asset.stat().st_size > 1_000_000
    before = asset.stat().st_ino
    ensure_plotly_asset(tmp_path)
    assert asset.stat().st_ino == before


def test_a_read_only_folder_is_fine_if_the_file_is_there(tmp_path: Path) -> None:
    asset = ensure_plotly_asset(tmp_path)
    tmp_path.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        assert ensure_plotly_asset(tmp_path) == asset
    finally:
        tmp_path.chmod(stat.S_IRWXU)


def test_a_folder_that_cannot_be_made_is_a_warning_with_a_remedy(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()
    ensure_plotly_asset(tmp_path / "file" / "static")
    assert "Make the folder writable" in caplog.text
    assert os.listdir(tmp_path) == ["file"]


def test_only_comments_with_lines_of_their_own_are_left_out():
    source = "// why\nlet a = `//b\n${c}`; // stays\n  /** of\n   * b */\nlet b;\n/* c */ let d;\n"
    assert lean(source) == "let a = `//b\n${c}`; // stays\nlet b;\n/* c */ let d;\n"


def test_a_long_script_is_a_file_that_is_fetched_once(tmp_path, monkeypatch):
    monkeypatch.setattr(scripts, "put", partial(scripts.put, folder=tmp_path))
    sent = scripts.fetched_once("thing", "// why\nexport default () => 1;\n")
    (file,) = tmp_path.iterdir()
    assert file.read_text(encoding="utf-8") == "export default () => 1;\n"
    assert f'"{file.name}"' in sent
    assert "=> 1" not in sent
    assert scripts.fetched_once("thing", "export default () => 1;\n") == sent
    assert scripts.fetched_once("thing", "export default () => 2;\n") != sent
    assert len(list(tmp_path.iterdir())) == 2


def test_where_no_file_can_be_written_the_script_travels_itself(tmp_path, monkeypatch, caplog):
    (tmp_path / "static").write_text("in the way")
    monkeypatch.setattr(scripts, "put", partial(scripts.put, folder=tmp_path / "static"))
    assert scripts.fetched_once("thing", "export default () => 1;\n") == "export default () => 1;\n"
    assert "travels with every message" in caplog.text


def test_where_streamlit_serves_no_files_the_script_travels_itself(tmp_path, monkeypatch):
    monkeypatch.setattr(scripts, "put", partial(scripts.put, folder=tmp_path))
    monkeypatch.setattr(st, "get_option", lambda name: name != "server.enableStaticServing")
    assert scripts.fetched_once("thing", "export default 1;\n") == "export default 1;\n"
    assert not list(tmp_path.iterdir())
