"""Uploads of one session are limited, and sessions are ended some time after their browser left."""

import asyncio

import pytest

from pages.shared import private_names
from pages.shared import server as around

MB = 1_000_000


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch):
    monkeypatch.setattr(around, "_seen", {})
    monkeypatch.setattr(around, "_uploads", {})


def put(
    file: str, size: object = 5 * MB, session: str = "me", method="PUT", answers: int = 204, more=()
):
    """The status of an upload; the server behind gives the same answer to all that reach it."""
    sent = []

    async def server(_scope, _receive, send):
        await send({"type": "http.response.start", "status": answers, "headers": []})

    async def receive():
        return {"type": "http.request"}

    async def send(message):
        sent.append(message)

    scope = {
        "type": "http",
        "method": method,
        "path": f"/lab/_stcore/upload_file/{session}/{file}",
        "headers": [
            *more,
            *([(b"content-length", str(size).encode())] if size is not None else []),
        ],
    }
    asyncio.run(around.Budget(server)(scope, receive, send))
    return sent[0]["status"]


def test_a_session_uploads_so_much_at_a_time_and_no_more():
    assert [put(str(file)) for file in range(6)] == [204] * 4 + [413] * 2
    assert put("5", session="another") == 204
    assert put("0", method="DELETE") == 204
    assert [put("6"), put("7")] == [204, 413]


def test_an_upload_that_takes_the_place_of_another_counts_once():
    assert [put("the same") for _ in range(6)] == [204] * 6


def test_a_file_that_stays_is_counted_whatever_is_refused_about_it():
    for file in "01234567":
        put(file)
        assert put(file, 1, answers=400) in (400, 413)
        assert put(file, method="DELETE", answers=403) == 403
    assert sum(around._uploads["me"].values()) == around.MOST_BYTES


def test_an_upload_in_chunks_may_be_longer_than_it_says_and_is_refused():
    assert put("0", 1, more=[(b"transfer-encoding", b"chunked")]) == 413


def test_what_the_server_refuses_is_not_counted():
    assert [put(str(file), answers=400) for file in range(6)] == [400] * 6
    assert around._uploads == {}


@pytest.mark.parametrize("size", [None, "-1", "many", "9" * 20])
def test_an_upload_that_does_not_say_how_long_it_is_is_refused(size):
    assert put("0", size) == 413


def test_a_session_is_gone_when_its_browser_was_away_for_two_minutes_and_not_before(monkeypatch):
    here = {"stays": True, "leaves": False, "comes back": False}
    monkeypatch.setattr(private_names, "is_connected", here.__getitem__)
    around._seen.update(dict.fromkeys(here, 0.0))
    put("0", session="leaves")
    assert around._gone(119.0) == []
    here["comes back"] = True
    assert around._gone(120.0) == ["leaves"]
    assert around._uploads == {}
    here["stays"] = False
    assert around._gone(200.0) == []
    assert around._gone(240.0) == ["stays"]
