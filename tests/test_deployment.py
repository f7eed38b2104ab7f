"""What a public demo relies on: the server's settings, the Dockerfile, what reaches its builder."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from streamlit import config

import hetdp_core
from hetdp_core.validate import MAX_UPLOAD_BYTES

ROOT = Path(__file__).resolve().parent.parent
SETTINGS = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")

RUNS = ("app.py", ".streamlit", "data", "hetdp_core", "pages", "static")
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


def test_the_upload_limit_is_the_one_that_the_core_checks() -> None:
    assert SETTINGS["server"]["maxUploadSize"] * 1_000_000 == MAX_UPLOAD_BYTES


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
