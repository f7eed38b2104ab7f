"""Two processes behind HAProxy: who comes where, what stays together, and what survives a death."""

from __future__ import annotations

import os
import secrets
import signal
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http.cookies import SimpleCookie
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Page, expect

from pages.inside.lessons.catalogue import lessons
from pages.inside.lessons.classroom import codes, keeper
from pages.inside.serve import proxy
from tests.browser.dashboard import SLOW, first_and_in_studies, settle, visit
from tests.browser.live_session import Session
from tests.serve.left import left, wait_until
from tests.serve.started import Started

pytestmark = pytest.mark.skipif(
    proxy.find() is None, reason="HAProxy is not installed (Debian, Ubuntu: apt install haproxy)"
)

STEP, PHONES = 4, 12
OPTION = next(iter(lessons()["mean"].steps[STEP - 1].question.options))  # type: ignore[union-attr]
WORKERS = ("worker1", "worker2")
USERS = "n=1234"


@pytest.fixture(scope="module")
def served() -> Iterator[Started]:
    """Two workers, both of which answer."""
    one = Started(2)
    try:
        one.wait()
        both_answer(one)
        yield one
    finally:
        one.close()


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    """What is closed at the end of a test."""
    with ExitStack() as stack:
        yield stack


def ask(
    url: str, cookie: str = "", method: str = "GET", body: bytes | None = None, **heads: str
) -> tuple[int, dict[str, str]]:
    """The status of an answer, and the cookies that come with it."""
    given = {name.replace("_", "-"): value for name, value in heads.items()}
    if cookie:
        given["Cookie"] = cookie
    request = urllib.request.Request(url, body, given, method=method)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            status, set_by = answer.status, answer.headers.get_all("Set-Cookie") or []
    except urllib.error.HTTPError as error:
        with error:
            status, set_by = error.code, []
    return status, {name: held.value for one in set_by for name, held in SimpleCookie(one).items()}


def kept_at(worker: str) -> str:
    """The cookie of a browser that is kept at a worker."""
    return f"{proxy.COOKIE}={worker}"


def follow(url: str, cookie: str = "") -> str:
    """Open an address as a browser does: the cookie it then has."""
    status, found = ask(url, cookie)
    assert status == 200
    return kept_at(found[proxy.COOKIE]) if proxy.COOKIE in found else cookie


def other(worker: str) -> str:
    """The other one."""
    return WORKERS[1 - WORKERS.index(worker)]


def both_answer(served: Started) -> None:
    def settled() -> bool:
        """Whether each keeps its own: a browser at a worker that is down is given another."""
        answers = [ask(f"{served.url}_stcore/health", kept_at(one)) for one in WORKERS]
        return all(status == 200 and proxy.COOKIE not in given for status, given in answers)

    wait_until(settled, "both workers", 60)


def lecturer(stack: ExitStack, url: str, worker: str) -> tuple[Session, str]:
    """A lecturer at a worker, with a room that has just been opened."""
    query = f"lesson=mean&step={STEP}"
    session = stack.enter_context(Session(url, "lessons", query, kept_at(worker)))
    session.press("room_open")
    (code,) = parse_qs(session.query)["lead"]
    return session, code


def upload(url: str, session: Session, cookie: str = "") -> int:
    """Send a file for a session, as its browser would with this cookie; the answer's status."""
    _, given = ask(f"{url}_stcore/health", cookie)
    token, border = given["_streamlit_xsrf"], secrets.token_hex(8)
    head = f'--{border}\r\nContent-Disposition: form-data; name="a"; filename="a.csv"\r\n\r\n'
    status, _ = ask(
        f"{url}_stcore/upload_file/{session.name}/one",
        "; ".join(filter(None, [cookie, f"_streamlit_xsrf={token}"])),
        "PUT",
        f"{head}a,b\r\n--{border}--\r\n".encode(),
        Content_Type=f"multipart/form-data; boundary={border}",
        X_Xsrftoken=token,
    )
    return status


# --- who comes where ------------------------------------------------------------------------


def test_new_browsers_come_to_all_processes_in_turn_and_stay_where_they_are(served):
    both_answer(served)
    cookies: list[str] = []

    def in_turn() -> bool:
        """Whether they come so: on a busy machine HAProxy may not know at once that both are up."""
        cookies[:] = [follow(served.url) for _ in range(8)]
        return all(cookies.count(kept_at(worker)) == 4 for worker in WORKERS)

    wait_until(in_turn, "new browsers at both", 20)
    for cookie in cookies:
        assert follow(f"{served.url}ridge", cookie) == cookie
        assert follow(f"{served.url}_stcore/health", cookie) == cookie


def test_a_browser_without_cookies_gets_the_parts_of_its_pages_from_one_process(served):
    for _ in range(2):
        follow(served.url)
        with Session(served.url, "lessons", "") as session:
            follow(served.url)
            assert [upload(served.url, session) for _ in range(4)] == [204] * 4
        follow(served.url)  # now it is another one's turn


def test_a_cookie_that_somebody_made_up_is_replaced(served):
    assert follow(served.url, kept_at("worker9")) in map(kept_at, WORKERS)


@pytest.mark.parametrize("worker", first_and_in_studies(WORKERS))
def test_websocket_upload_and_download_of_a_session_are_in_one_process(served, worker):
    with Session(served.url, "release", "", kept_at(worker)) as session:
        # The other process does not know the session: that is why all of it has to stay.
        found = [upload(served.url, session, kept_at(at)) for at in (worker, other(worker))]
        assert found == [204, 400]
        file = session.file("release_sample_file").lstrip("/")
        assert ask(f"{served.url}{file}", kept_at(worker))[0] == 200
        assert session.errors == []


# --- a room ---------------------------------------------------------------------------------


@pytest.mark.parametrize("worker", first_and_in_studies(WORKERS))
def test_phones_that_scan_the_code_come_to_the_process_of_the_room(served, stack, worker):
    lead, code = lecturer(stack, served.url, worker)

    def phone(number: int) -> Session:
        before = ("", *map(kept_at, WORKERS))[number % 3]
        cookie = follow(f"{served.url}lessons?room={code}", before)
        assert cookie == kept_at(worker), "whatever it had before"
        session = Session(served.url, "lessons", f"room={code}", cookie)
        session.say(f"{keeper.name(keeper.SEAT, code)}_asked", {"kept": codes.made_key()})
        return stack.enter_context(session)

    with ThreadPoolExecutor(4) as pool:
        crowd = list(pool.map(phone, range(PHONES)))
        assert all("You are in" in one.words for one in crowd)
        lead.press("room_onward")
        list(pool.map(Session.wait, crowd))
        list(pool.map(lambda one: one.press(f"room_option_mean_{STEP}_{OPTION}"), crowd))
    lead.wait()
    assert f"**{PHONES}** phones in · **{PHONES}** answered" in lead.words
    for typed in (f"{code[:3]}-{code[3:]}", code.lower(), f"%20{code[:1]}%20{code[1:]}"):
        assert follow(f"{served.url}lessons?room={typed}", kept_at(other(worker))) == kept_at(
            worker
        )
    assert follow(f"{served.url}lessons?lead={code}", kept_at(other(worker))) == kept_at(worker)
    assert [one.errors for one in (lead, *crowd) if one.errors] == []
    lead.press("room_end_now")


def test_a_code_that_is_typed_in_another_process_leads_to_the_room(served, stack, page: Page):
    lead, code = lecturer(stack, served.url, "worker1")
    page.context.add_cookies([{"name": proxy.COOKIE, "value": "worker2", "url": served.url}])
    page.goto(f"{served.url}lessons")
    entry = page.get_by_label("In a class? The code on the screen")
    entry.fill(codes.spoken(code).lower())
    entry.press("Enter")
    expect(page.get_by_role("heading", name="You are in")).to_be_visible(timeout=SLOW)
    lead.wait()
    assert "**1** phone in" in lead.words
    page.context.clear_cookies()
    lead.press("room_end_now")


# --- a death --------------------------------------------------------------------------------


def test_a_page_whose_process_is_killed_comes_back_by_itself_with_its_settings(served, page: Page):
    page.context.add_cookies([{"name": proxy.COOKIE, "value": "worker1", "url": served.url}])
    address = f"{served.url}heterogeneous_mean?{USERS}"
    visit(page, address)
    first = served.worker("worker1")
    page.evaluate("() => { window.sameDocument = true }")
    os.kill(first, signal.SIGKILL)
    assert follow(address, kept_at("worker1")) in map(kept_at, WORKERS), "answered at once"

    app = page.get_by_test_id("stApp")
    expect(app).to_have_attribute("data-test-connection-state", "CONNECTED", timeout=SLOW)
    settle(page)
    expect(page.get_by_text("Of 1,234 users")).to_be_visible()
    assert page.evaluate("() => window.sameDocument"), "nobody had to reload it"
    assert page.url == address

    wait_until(lambda: served.worker("worker1") not in (0, first), "another worker")
    both_answer(served)
    with Session(served.url, "heterogeneous_mean", USERS, kept_at("worker1")) as again:
        assert "1,234 users" in again.words
        assert again.errors == []
    page.context.clear_cookies()


def test_ctrl_c_ends_all_of_it_though_somebody_is_there(served, stack):
    for worker in WORKERS:
        stack.enter_context(Session(served.url, "", "", kept_at(worker)))
    assert len(left(served.marked)) >= 4
    assert served.stop(signal.SIGINT) == 0
    wait_until(lambda: not left(served.marked), "the end of all")
    assert "Traceback" not in served.log
