"""The address that phones open, and what rooms may know of the rest."""

from __future__ import annotations

import ast
from pathlib import Path

from pages.inside.lessons.classroom import codes, rooms


def test_phones_open_the_page_of_the_lecturer_with_the_code_and_nothing_else():
    page = "http://lab:8501/demo/lessons?lead=KMTRWX&v=2#top"
    link = codes.of_room(page, "KMTRWX")
    assert link == "http://lab:8501/demo/lessons?room=KMTRWX"
    assert codes.is_this_machine("http://localhost:8501/lessons")
    assert not codes.is_this_machine(link)


def test_the_rooms_know_neither_streamlit_nor_lessons():
    allowed = ("__future__", "hetdp_core.errors", "pages.inside.lessons.classroom")
    for module in (rooms, codes):
        path = Path(module.__file__ or "")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [node.module] if isinstance(node, ast.ImportFrom) else []
            names += [one.name for one in node.names] if isinstance(node, ast.Import) else []
            for name in names:
                assert name is not None
                known = name.split(".")[0] in ("pages", "hetdp_core", "streamlit")
                assert not known or name.startswith(allowed), f"{path.name}: {name}"
