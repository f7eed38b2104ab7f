"""What a public demo relies on: the server's settings, the Dockerfile, what reaches its builder."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from streamlit import config
from streamlit.web.server.app_discovery import discover_asgi_app

import hetdp_core
from hetdp_core.reproductions.beyond import NOTE
from hetdp_core.validate import MAX_UPLOAD_BYTES
from pages.shared.server import Message, Policy, Receive, Send, content_policy

ROOT = Path(__file__).resolve().parent.parent
SETTINGS = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")

RUNS = ("app.py", ".streamlit", "data", "hetdp_core", "pages", "static", NOTE)
"""What the dashboard needs besides its requirements."""


def instructions() -> list[tuple[str, str]]:
    """The Dockerfile's instructions with their arguments, comments left out, lines joined."""
    kept = [line for line in DOCKERFILE.splitlines() if not line.lstrip().startswith("#")]
    joined = re.sub(r"\\\s*\n\s*", " ", "\n".join(kept))
    return [(line.split()[0], line.split(maxsplit=1)[1]) for line in joined.splitlines() if line]


def arguments(instruction: str) -> list[str]:
    return [rest for name, rest in instructions() if name == instruction]


@pytest.mark.parametrize(
    ("section", "option", "value"),
    [
        ("client", "showErrorDetails", "none"),
        ("client", "toolbarMode", "viewer"),
        ("browser", "gatherUsageStats", False),
        ("server", "maxUploadSize", 5),
        ("server", "enableXsrfProtection", True),
        ("server", "enableCORS", True),
    ],
)
def test_the_settings_suit_a_public_demo(section: str, option: str, value: object) -> None:
    assert SETTINGS[section][option] == value


def test_streamlit_knows_every_setting() -> None:
    """A misspelt one would be passed over in silence."""
    known = set(config._config_options_template)
    given = {
        f"{section}.{option}"
        for section, options in SETTINGS.items()
        for option, value in options.items()
        if not isinstance(value, dict)
    }
    assert given <= known
    assert SETTINGS["client"]["showErrorDetails"] in set(config.ShowErrorDetailsConfigOptions)


def test_nobody_looks_for_changed_code_unless_asked() -> None:
    """With a watcher each opening session costs the server half a second."""
    assert SETTINGS["server"]["fileWatcherType"] == "none"


def test_no_visitor_sees_a_menu_of_files() -> None:
    """A server's first one would, from the page's opening until `app.py` has named the pages."""
    assert SETTINGS["client"]["showSidebarNavigation"] is False


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


def test_the_policy_goes_with_every_answer_and_leaves_the_rest_as_it_is() -> None:
    sent: list[Message] = []

    async def server(scope: Message, _: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"a", b"b")]})
        await send({"type": "http.response.body", "body": scope["path"]})

    async def receive() -> Message:
        return {}

    async def send(message: Message) -> None:
        sent.append(message)

    async def ask() -> None:
        await Policy(server)({"type": "http", "path": b"/x"}, receive, send)

    asyncio.run(ask())
    start, body = sent
    assert start["headers"][0] == (b"a", b"b")
    assert (b"content-security-policy", content_policy().encode()) in start["headers"]
    assert body == {"type": "http.response.body", "body": b"/x"}


def test_the_image_holds_pinned_requirements_and_what_runs_and_nothing_else() -> None:
    assert arguments("FROM") == ["python:3.13-slim"]
    copied = [word for line in arguments("COPY") for word in line.split()[:-1]]
    files = {word for word in copied if not word.startswith("--")}
    assert files == {*RUNS, "requirements.txt", "constraints.txt"}
    assert all((ROOT / name).exists() for name in files)
    assert any("pip install" in line and "-r requirements.txt" in line for line in arguments("RUN"))


def test_the_container_runs_as_nobody_in_particular_and_reports_its_health() -> None:
    order = [name for name, _ in instructions()]
    (user,) = arguments("USER")
    assert user != "root"
    assert f"useradd --create-home --uid 10001 {user}" in DOCKERFILE
    assert order.index("USER") < order.index("CMD")
    (health,) = arguments("HEALTHCHECK")
    assert "http://127.0.0.1:8501/_stcore/health" in health
    assert arguments("EXPOSE") == ["8501"]
    (command,) = arguments("CMD")
    assert '"app.py"' in command
    assert "--server.address=0.0.0.0" in command
    assert "--server.port=8501" in command


def test_nothing_else_reaches_the_builder() -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    rules = [line for line in lines if line and not line.startswith("#")]
    assert rules[0] == "*"
    back = {line[1:] for line in rules if line.startswith("!")}
    assert back == {*RUNS, "requirements.txt", "constraints.txt"}


def test_the_version_of_the_core_is_that_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert hetdp_core.__version__ == project["version"]


@pytest.mark.parametrize(("set_to", "found"), [(None, "1"), ("3", "3")])
def test_linear_algebra_keeps_to_one_core_unless_the_server_is_told_otherwise(set_to, found):
    """It is said before NumPy is loaded, which reads it once."""
    name = "OPENBLAS_NUM_THREADS"
    environment = {key: value for key, value in os.environ.items() if key != name}
    if set_to is not None:
        environment[name] = set_to
    code = f"import os, sys, pages.shared; print(os.environ[{name!r}], 'numpy' in sys.modules)"
    made = subprocess.run(
        [sys.executable, "-c", code],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert made.stdout.split() == [found, "False"]
