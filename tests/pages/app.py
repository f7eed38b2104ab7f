"""The dashboard, as `streamlit.testing` runs it."""

import ast
import html
import re
from pathlib import Path

from streamlit.testing.v1 import AppTest

from pages.inside.topics import TOPICS
from pages.shared.frame.tabs import RENAMED
from pages.shared.frame.topic import FIGURE, figure_name
from pages.shared.tables.own_table import InUse

ROOT = Path(__file__).resolve().parents[2]


def texts_in(folder):
    """The texts that its Python files are made of; no docstrings."""
    for path in sorted((ROOT / folder).rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        described = [node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)]
        for node in ast.walk(tree):
            match node:
                case ast.Constant(value=str(text)) if node not in described:
                    yield text


def leads_on(topic, title):
    """Whether a link that names this section leads from the page of its topic to Evidence."""
    return isinstance(title, str) and RENAMED.get(title, title) in TOPICS[topic].on_evidence


UNFOLDED = {"more_settings": True}
"""What a session holds whose reader has opened the further settings."""


def open_page(page="", held=None, **params):
    """The app as it answers a link: the page of that address is the first to run.

    A figure for reviewers is opened on Evidence, where a browser is led; this app would go back to
    its first page with each further run.

    held : what the session of the reader holds already.
    """
    if page in TOPICS and leads_on(page, params.get(TOPICS[page].tabs_key)):
        topic = TOPICS[page]
        title = params.pop(topic.tabs_key)
        params[FIGURE] = figure_name(topic, RENAMED.get(title, title))
        page = "evidence"
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    app.query_params.update(params)
    for key, value in (held or {}).items():
        app.session_state[key] = value
    if page:
        app.switch_page(TOPICS[page].page if page in TOPICS else f"pages/{page}.py")
    return app.run()


def in_use(dataset, token):
    """What a session holds whose reader has declared this table."""
    return {"own_table_in_use": InUse(dataset, token, "mine.csv")}


def go_to(app, page):
    """Another page by a click in the menu; the browser leaves the address's parameters behind."""
    app.query_params = {}
    return app.switch_page(f"pages/{page}.py").run()


def sentences(elements):
    """The texts of some elements, with ordinary blanks: where lines may not break is no matter."""
    return [element.value.replace("\u00a0", " ") for element in elements]


def prose(elements):
    """The texts of some elements as one."""
    return " ".join(sentences(elements))


def said(app):
    """What the texts of a page say, none of its small print."""
    return prose(app.main.markdown)


def errors(app):
    return prose(app.error)


ELSEWHERE = "**Set on another page**: "


def headline(app):
    """What the main figure of a page says; above it may stand what another page has set."""
    texts = sentences(app.main.markdown)
    return texts[texts[0].startswith(ELSEWHERE)]


def head(app):
    """Title and claim at the head of a page, in plain words; none in a presentation."""
    pattern = r'<h1(?: class="buttons-later")?>(.*)</h1><p>(.*)</p>'
    matches = (re.fullmatch(pattern, match.proto.body) for match in app.get("html"))
    return [html.unescape(words) for match in matches if match for words in match.groups()]


def title(app):
    """What stands above a page: in its head, or over a step that fills the screen."""
    return [*head(app), *sentences(app.title)][0]


def put(app, **held):
    """The app after controls were set to this, whether the page draws them or not."""
    for key, value in held.items():
        app.session_state[key] = value
    return app.run()
