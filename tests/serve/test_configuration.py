"""What the proxy and the processes are told; HAProxy itself is asked where there is one."""

from __future__ import annotations

import itertools
import re
import socket
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.inside.lessons.classroom import codes, processes
from pages.inside.serve import proxy
from pages.inside.serve.ports import Address, CannotServe, addresses, must_be_free
from pages.inside.serve.workers import workers

FRONT = [Address("127.0.0.1", 8501), Address("::1", 8501)]


def written(count: int = 2) -> str:
    return proxy.configuration(FRONT, workers(count, 8502, {}), Path("/run/c"), proxy.Timing())


# --- processes ------------------------------------------------------------------------------


def test_processes_listen_on_this_machine_alone_each_at_a_port_of_its_own():
    made = workers(3, 8502, {})
    assert [one.port for one in made] == [8502, 8503, 8504]
    for one in made:
        assert "--server.address=127.0.0.1" in one.command
        assert f"--server.port={one.port}" in one.command


@given(st.integers(1, 64))
def test_each_process_knows_its_own_mark_and_those_of_all_others(count):
    made = workers(count, 8502, {})
    marks = frozenset(one.mark for one in made)
    assert len(marks) == count
    for one in made:
        assert processes.marks(one.environment) == (one.mark, marks - {one.mark})
        assert processes.problem(one.environment) == "", "rooms can be opened"
        assert one.environment["HETDP_PROCESSES"] == str(count)


def test_the_secret_of_cookies_is_the_same_in_all_processes_and_another_each_time():
    name = "STREAMLIT_SERVER_COOKIE_SECRET"
    here, there = workers(2, 8502, {}), workers(2, 8502, {})
    assert here[0].environment[name] == here[1].environment[name] != there[0].environment[name]
    assert len(here[0].environment[name]) == 64
    assert workers(1, 8502, {name: "mine"})[0].environment[name] == "mine"


def test_threads_of_numerical_libraries_do_not_fight_unless_somebody_wants_it():
    assert workers(2, 8502, {})[1].environment["OMP_NUM_THREADS"] == "1"
    wanted = workers(2, 8502, {"OMP_NUM_THREADS": "4"})
    assert wanted[1].environment["OMP_NUM_THREADS"] == "4"


# --- the proxy ------------------------------------------------------------------------------


def test_the_proxy_listens_where_it_was_asked_to_and_knows_every_process():
    text = written(3)
    assert re.findall(r"bind (\S+)", text) == ["127.0.0.1:8501", "[::1]:8501"]
    servers = re.findall(r"server (\w+) (\S+) cookie (\w+)", text)
    assert servers == [(f"worker{n}", f"127.0.0.1:{8501 + n}", f"worker{n}") for n in (1, 2, 3)]


def test_the_code_of_a_room_leads_to_its_process_whatever_the_cookie_says():
    text = written(3)
    rules = dict(re.findall(r"use-server (\w+) if \{ var\(txn.room\) -m beg (\w+) \}", text))
    assert rules == {one.name: one.mark for one in workers(3, 8502, {})}
    assert f"-m beg {' '.join(rules.values())}\n    ignore-persist if in_a_room" in text


def test_what_visitors_say_of_where_they_come_from_is_not_passed_on():
    text = written()
    assert text.index("del-header X-Forwarded- -m beg") < text.index("option forwardfor")
    assert "del-header Forwarded\n" in text


def test_a_process_that_computes_for_many_is_not_taken_for_dead():
    timing = proxy.Timing()
    assert timing.answer * timing.fall >= 20_000
    assert timing.when_failing * timing.fall < 3000, "but one that is gone is noticed soon"


PROGRAM = proxy.find()


@pytest.mark.skipif(PROGRAM is None, reason="HAProxy is not installed (apt install haproxy)")
def test_haproxy_takes_the_configuration_and_says_what_is_wrong_with_another(tmp_path):
    assert PROGRAM is not None
    file = tmp_path / "haproxy.cfg"
    file.write_text(written(4).replace("/run/c", str(tmp_path / "control")), "utf-8")
    assert proxy.check(PROGRAM, file) == ""
    file.write_text("defaults\n    mode nonsense\n", "utf-8")
    assert "nonsense" in proxy.check(PROGRAM, file)


def test_haproxy_is_found_where_debian_puts_it_though_not_in_the_search_path(tmp_path, monkeypatch):
    (tmp_path / "haproxy").write_text("#!/bin/sh\n", "utf-8")
    (tmp_path / "haproxy").chmod(0o755)
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr(proxy, "SYSTEM", str(tmp_path))
    assert proxy.find() == str(tmp_path / "haproxy")
    monkeypatch.setattr(proxy, "SYSTEM", "/nowhere")
    assert proxy.find() is None


HEAD = "# pxname,svname,status,check_status"


@pytest.mark.parametrize(
    ("lines", "well"),
    [
        ([], None),
        (["everybody,FRONTEND,OPEN,"], None),
        (["workers,worker1,UP,INI", "workers,BACKEND,UP,"], None),
        (["workers,worker1,UP,L7OK", "workers,worker2,DOWN,L4CON"], {"worker1"}),
        (["workers,worker1,UP 1/6,* L7OK", "workers,worker2,UP 5/6,L7TOUT"], {"worker1"}),
        (["workers,worker1,DOWN,L4CON", "workers,BACKEND,DOWN,"], set()),
    ],
)
def test_who_is_well_is_what_the_last_question_found(lines, well):
    assert proxy.read("\n".join([HEAD, *lines, ""])) == well


def test_a_proxy_that_does_not_answer_knows_nothing(tmp_path):
    assert proxy.well(tmp_path / "nobody") is None
    assert proxy.read("") is None
    assert proxy.read("nonsense") is None


# --- where to listen ------------------------------------------------------------------------


def test_a_port_in_use_is_said_before_anything_starts():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CannotServe, match=rf"Port {port} of 127.0.0.1 is in use.*PORT="):
            addresses("127.0.0.1", port)
        with pytest.raises(CannotServe, match="is in use"):
            addresses("localhost", port)
    must_be_free(Address("127.0.0.1", port), "PORT")


@pytest.mark.parametrize("name", ["no.such.name.invalid", "two words"])
def test_a_name_that_leads_nowhere_gets_a_sentence(name):
    with pytest.raises(CannotServe, match="is no name or number of this machine"):
        addresses(name, 8501)


def test_an_address_of_another_machine_gets_a_sentence():
    with pytest.raises(CannotServe, match="is not an address of this machine"):
        addresses("192.0.2.1", 8501)  # kept for documentation: nobody has it


def test_the_whole_network_is_one_address():
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    assert addresses("0.0.0.0", port) == [Address("0.0.0.0", port)]
    assert Address("::1", 80).literal == "[::1]:80"


# --- marks ----------------------------------------------------------------------------------


def test_marks_are_letters_of_codes_and_all_are_different():
    marks = [codes.nth_mark(number) for number in range(len(codes.LETTERS) ** 2)]
    assert len(set(marks)) == len(marks)
    assert all(map(codes.is_mark, marks))
    assert all(codes.made_code(a)[:2] != b for a, b in itertools.pairwise(marks))
