"""What is sent with every message of a component."""

from functools import partial

import streamlit as st

from pages.shared import scripts
from pages.shared.scripts import lean


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
