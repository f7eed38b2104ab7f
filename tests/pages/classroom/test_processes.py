"""Several server processes, and what rooms may know of the rest."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from pages.inside.lessons.classroom import codes, processes, records, rooms
from pages.inside.lessons.classroom.codes import NotHere, Refused
from pages.inside.lessons.classroom.rooms import Rooms
from tests.pages.classroom.room import FREE, Clock, begun


def test_a_phone_in_another_process_is_told_what_the_server_needs():
    here, there = Rooms(FREE, Clock(), mark="CC"), Rooms(FREE, Clock(), mark="DD")
    code, _ = begun(here)
    with pytest.raises(Refused, match=r"another process.*same one"):
        there.check(code)
    with pytest.raises(Refused, match="it has ended, or the code is mistyped"):
        here.check(f"CC{'X' * 4}" if code != "CCXXXX" else "CCXXXY")


def test_where_all_marks_are_known_a_mistyped_code_is_told_from_another_process():
    here = Rooms(FREE, Clock(), mark="CC", others={"DD", "FF"})
    for code in ("DDXXXX", "FFXXXX"):
        with pytest.raises(codes.Elsewhere, match="opened in another process"):
            here.check(code)
    for code in ("CCXXXX", "GGXXXX"):
        with pytest.raises(NotHere, match="it has ended, or the code is mistyped") as found:
            here.check(code)
        assert not isinstance(found.value, codes.Elsewhere)
    alone = Rooms(FREE, Clock(), mark="CC", others=())
    with pytest.raises(NotHere, match="mistyped"):
        alone.check("DDXXXX")


def test_two_processes_have_different_marks_as_a_rule():
    assert len({codes.made_mark() for _ in range(20)}) > 10


@pytest.mark.parametrize(
    ("environment", "says"),
    [
        ({}, ""),
        ({"HETDP_PROCESSES": "1"}, ""),
        ({"HETDP_PROCESSES": ""}, ""),
        ({"HETDP_PROCESSES": "5"}, "runs as 5 processes"),
        ({"WEB_CONCURRENCY": "2"}, "runs as 2 processes"),
        ({"HETDP_PROCESSES": "five"}, "HETDP_PROCESSES of this server must be a whole number"),
        ({"HETDP_PROCESSES": "²"}, "must be a whole number"),
        ({"HETDP_PROCESSES": "0"}, "must be a whole number"),
        ({"HETDP_PROCESSES": "9" * 5000}, "must be a whole number"),
        ({"HETDP_PROCESSES": "5", "HETDP_ROOM_ADDRESS": "https://c.example.org/three"}, ""),
        ({"HETDP_PROCESSES": "2", "HETDP_ROOM_MARKS": "CC,CD"}, ""),
        ({"HETDP_PROCESSES": "1", "HETDP_ROOM_MARKS": "CC"}, ""),
        ({"HETDP_PROCESSES": "2", "HETDP_ROOM_MARKS": ""}, "runs as 2 processes"),
        *(
            ({"HETDP_ROOM_MARKS": wrong}, "must be pairs of letters")
            for wrong in ("CC,CC", "C", "cc", "CC,", "CC,DDD", "AA", ",", "C" * 5000)
        ),
        ({"HETDP_ROOM_ADDRESS": "c.example.org"}, "must be an address"),
        ({"HETDP_ROOM_ADDRESS": "ftp://c.example.org"}, "must be an address"),
        ({"HETDP_ROOM_ADDRESS": "http://["}, "must be an address"),
    ],
)
def test_a_server_of_several_processes_says_what_it_needs(environment, says):
    found = processes.problem(environment)
    assert (found == "") == (says == "")
    assert says in found


def test_phones_go_to_the_process_that_holds_the_room():
    page = "http://lab:8501/demo/lessons?lead=KMTRWX&v=2#top"
    assert processes.phones_go_to({}, page, "KMTRWX") == "http://lab:8501/demo/lessons?room=KMTRWX"
    named = {"HETDP_ROOM_ADDRESS": "https://c.example.org/three/"}
    found = processes.phones_go_to(named, page, "KMTRWX")
    assert found == "https://c.example.org/three/lessons?room=KMTRWX"
    assert processes.is_this_machine("http://localhost:8501/lessons")
    assert not processes.is_this_machine(found)


def test_the_rooms_know_neither_streamlit_nor_lessons():
    allowed = ("__future__", "hetdp_core.errors", "pages.inside.lessons.classroom")
    for module in (rooms, records, codes, processes):
        path = Path(module.__file__ or "")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [node.module] if isinstance(node, ast.ImportFrom) else []
            names += [one.name for one in node.names] if isinstance(node, ast.Import) else []
            for name in names:
                assert name is not None
                known = name.split(".")[0] in ("pages", "hetdp_core", "streamlit")
                assert not known or name.startswith(allowed), f"{path.name}: {name}"
