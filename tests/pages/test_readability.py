"""What people read is plain: short sentences, one word for one thing, no phrase for a plain word.

Looked at twice: what pages show when they open and with each preset, and every text of the source,
where a number or a name in braces counts as one word.
"""

import ast
import re
import tomllib
from functools import cache

import pytest

from pages.shared.text.glossary import TERMS
from tests.pages.app import ROOT, open_page, prose, texts_in

MOST_WORDS = 25
"""Of a sentence."""

FORBIDDEN = re.compile(
    "|".join(
        (
            r"\bwho(?:m|ever)\b",
            r"\bwhat (?:became|becomes) of\b",
            r"\bfrom (?:\w+ = )?\**[\d.]+\** on\b",
            r"\bfrom (?:there|here|some \S+) on\b",
            r", too\b",
            r"\bgot\b",
            r"\b(?:anew|dealt out|in earnest|by head|these very|but for a chance)\b",
            r"\b(?:gives? (?:away|each other away)|mind (?:less|more)|hangs? on|stands? here)\b",
            r"\btypical(?:ly)? miss(?:es)?\b|\bmiss(?:es)? by\b",
            r"\b(?:more|most) relaxed\b|\brelaxed (?:users?|people|group|level|ε)\b",
            r"\d%",
        )
    ),
    re.IGNORECASE,
)
"""Words that the project's plain English replaces, as far as they are never right."""

LONG = "Skip to the content"
"""How a page's frame in HTML begins, which is longer."""

NAMES = (
    "Users differ, too",
    "ε but for a chance δ",
    "Error as users relax",
    "Relaxed ε",
    '"by head"',
)
"""Titles and keys that older links name."""

PAGES = ("", "heterogeneous_mean", "feature_privacy", "ridge", "release")
PRESETS = {"two_groups": PAGES[1], "correlated": PAGES[2], "paper_ridge": PAGES[3]}
"""What is opened.  Read in the source alone: the odometer, whose streams take long, and what opens
with further controls.
"""

SHOWN = ("markdown", "caption", "info", "success", "warning", "error")


def plainly(text):
    """A text without the names that stay, nor "too" before an adjective."""
    for name in NAMES:
        text = text.replace(name, "")
    return re.sub(r", too (?=few|long|many|large)", " ", text)


def problems(text):
    """The long sentences of a text, and what it has of the replaced words."""
    plain = re.sub(r"\$[^$]*\$|<[^>]*>|`[^`]*`|\]\([^)]*\)|%?\{[^{}]*\}", " 0 ", plainly(text))
    yield from (match.group() for match in FORBIDDEN.finditer(plain))
    for sentence in re.split(r"(?<=[.!?:;])[*”)]*\s+(?=[\W\d]*(?:[A-Z“ε]|\d))|\n", plain):
        words = [word for word in sentence.split() if re.search(r"\w", word)]
        if len(words) > MOST_WORDS and not sentence.strip().startswith(LONG):
            yield sentence


@cache
def written():
    """(file, text) for each text in the source with three words or more; no docstrings."""
    texts = []
    for path in (*(ROOT / "pages").rglob("*.py"), *(ROOT / "hetdp_core").rglob("*.py")):
        name, tree = str(path.relative_to(ROOT)), ast.parse(path.read_text(encoding="utf-8"))
        parts = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            pieces: list[ast.AST] = [node]
            if isinstance(node, ast.JoinedStr):
                pieces = [*node.values]
                parts.update(map(id, pieces))
                parts.update(id(getattr(piece, "format_spec", None)) for piece in pieces)
            values = [getattr(piece, "value", None) for piece in pieces]
            text = "".join(value if isinstance(value, str) else "0" for value in values)
            if text.count(" ") > 1 and id(node) not in parts:
                texts.append((name, text))
    return texts


def test_docstrings_and_documents_have_none_of_the_replaced_words():
    said = {}
    for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("pages/**/method.md")):
        said[path] = path.read_text(encoding="utf-8")
    for path in (*ROOT.glob("hetdp_core/**/*.py"), *ROOT.glob("pages/**/*.py")):
        defined = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        kinds = (ast.Module, ast.ClassDef, ast.FunctionDef)
        said[path] = "\n".join(
            ast.get_docstring(one) or "" for one in defined if isinstance(one, kinds)
        )
    words = {str(path): FORBIDDEN.findall(plainly(text)) for path, text in said.items()}
    assert {path: found for path, found in words.items() if found} == {}


def words_of_cards(part):
    """The texts of the published results' cards."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, list | dict):
        for one in part.values() if isinstance(part, dict) else part:
            yield from words_of_cards(one)


def test_what_is_written_is_plain():
    files = (ROOT / "data" / "evidence").glob("*.toml")
    cards = [
        (file.name, text)
        for file in files
        for text in words_of_cards(tomllib.loads(file.read_text(encoding="utf-8")))
    ]
    found = [(name, problem) for name, text in (*written(), *cards) for problem in problems(text)]
    assert found == []


@pytest.mark.parametrize(
    ("page", "params"),
    [*((page, {}) for page in PAGES), *((page, {"preset": p}) for p, page in PRESETS.items())],
)
def test_what_a_page_shows_is_plain(page, params):
    texts, app = set(), open_page(page, **params)
    for element in (*app.main, *app.sidebar):
        texts |= {getattr(element, "label", ""), getattr(element, "help", "")}
        if element.type in SHOWN:
            texts.add(element.value)
    assert any(texts)
    assert {each for text in texts if isinstance(text, str) for each in problems(text)} == set()


def test_nothing_is_called_optimal():
    """The best possible is known within a factor: pages say what is best among what, and how far
    that is from the least possible.
    """
    texts = [*texts_in("pages"), *texts_in("hetdp_core/figures")]
    said = [text for text in texts if " " in text or text.istitle()]
    assert [text for text in said if re.search(r"(?i)\boptimal(ly|ity)?\b", text)] == []


def test_the_overview_explains_the_words():
    texts = prose(open_page().main.markdown)
    for term, meaning in TERMS.items():
        assert f"**{term}**: {meaning}" in texts
