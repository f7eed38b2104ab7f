"""What a public demo relies on: the server's settings, its policy, what it has loaded."""

import asyncio
import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.web.server.app_discovery import discover_asgi_app

from hetdp_core.validate import MAX_UPLOAD_BYTES
from pages.shared.server import KnownPages, Message, Policy, Receive, Send, Server, content_policy

ROOT = Path(__file__).resolve().parent.parent
SETTINGS = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("section", "option", "value"),
    [
        ("client", "showErrorDetails", "none"),
        ("client", "toolbarMode", "viewer"),
        ("browser", "gatherUsageStats", False),
        ("server", "maxUploadSize", 5),
        ("server", "enableXsrfProtection", True),
        ("server", "enableCORS", True),
        ("server", "fileWatcherType", "none"),  # each opening session would cost half a second
        ("client", "showSidebarNavigation", False),  # a first visitor would see a menu of files
    ],
)
def test_the_settings_suit_a_public_demo(section: str, option: str, value: object) -> None:
    assert SETTINGS[section][option] == value


def test_the_upload_limit_is_the_one_that_the_core_checks() -> None:
    assert SETTINGS["server"]["maxUploadSize"] * 1_000_000 == MAX_UPLOAD_BYTES


def test_the_server_of_the_app_is_found_under_its_name() -> None:
    """`streamlit run app.py` then serves it with the policy, and not the pages alone."""
    assert discover_asgi_app(ROOT / "app.py").import_string == "app:app"


def test_browsers_are_told_to_load_from_this_server_alone() -> None:
    rules = dict(rule.split(" ", 1) for rule in content_policy().split("; "))
    allowed = {word for words in rules.values() for word in words.split()}
    assert {word for word in allowed if not word.startswith("'sha256-")} == {
        *("'self'", "'none'", "'unsafe-inline'", "blob:", "data:")
    }
    assert rules["default-src"] == "'self'"
    assert "unsafe" not in rules["script-src"]
    assert "data:" not in rules["script-src"]


def answers(middleware: Callable[[Server], Server], path: str, kind: bytes) -> list[Message]:
    """What a browser hears of a server that answers every path with its name."""
    sent: list[Message] = []

    async def server(scope: Message, _: Receive, send: Send) -> None:
        headers = [(b"content-type", kind)]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": scope["path"]})

    async def receive() -> Message:
        return {}

    async def send(message: Message) -> None:
        sent.append(message)

    async def ask() -> None:
        await middleware(server)({"type": "http", "path": path}, receive, send)

    asyncio.run(ask())
    return sent


def test_the_policy_goes_with_every_answer_and_leaves_the_rest_as_it_is() -> None:
    start, body = answers(Policy, "/x", b"b")
    assert start["headers"][0] == (b"content-type", b"b")
    assert (b"content-security-policy", content_policy().encode()) in start["headers"]
    assert body == {"type": "http.response.body", "body": "/x"}


@pytest.mark.parametrize(
    ("path", "to"),
    [("/x", b"./?unknown=x"), ("/x/", b"../?unknown=x"), ("/ridge/x", b"../?unknown=ridge%2Fx")],
)
def test_an_unknown_address_leads_to_start_and_pages_and_files_stay(path: str, to: bytes) -> None:
    start, _ = answers(KnownPages, path, b"text/html; charset=utf-8")
    assert (start["status"], dict(start["headers"])[b"location"]) == (307, to)
    for there in ("/", "/ridge", "/media/decision.html"):
        assert answers(KnownPages, there, b"text/html")[1]["body"] == there
    assert answers(KnownPages, path, b"text/plain")[0]["status"] == 200


def test_linear_algebra_keeps_to_one_core_unless_the_server_is_told_otherwise() -> None:
    """It is said before NumPy is loaded, which reads it once."""
    name = "OPENBLAS_NUM_THREADS"
    code = f"import os, sys, pages.shared; print(os.environ[{name!r}], 'numpy' in sys.modules)"
    environment = {key: value for key, value in os.environ.items() if key != name}
    command = [sys.executable, "-c", code]
    said = subprocess.check_output(command, env=environment, cwd=ROOT, text=True)
    assert said.split() == ["1", "False"]


LOOK = """
import gc, sys
import app
print("scipy.stats" in sys.modules, "cvxpy" in sys.modules)
print(gc.get_freeze_count() > 10 * len(gc.get_objects()))
before = set(sys.modules)
import pages.inside.menu
import pages.inside.overview.report
print(sorted(name for name in set(sys.modules) - before if name.startswith("hetdp_core")))
"""


@pytest.mark.slow
def test_a_server_has_all_of_the_core_before_its_first_page() -> None:
    """And the garbage collector does not look at it again and again."""
    looked = subprocess.run(
        [sys.executable, "-c", LOOK], capture_output=True, text=True, check=True
    )
    assert looked.stdout.splitlines() == ["True True", "True", "[]"]
