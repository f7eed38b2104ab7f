"""One word, one thing: what the glossary explains is on the screen, what it replaces is not."""

import ast
import re

import pytest

from pages.shared.words.glossary import TERMS
from tests.pages.app import follow_link, sentences
from tests.rooms import ROOT

SAY = {
    "reader": "user",
    "respondent": "user",
    "participant": "user",
    "individual": "user",
    "visitor": "user",
    "privacy parameter": "ε",
    "epsilon": "ε",
    "leakage": "privacy loss",
    "server model": "curator",
    "sanitized": "private",
    "anonymized": "private",
}
"""Words that are not used on the screen, and what is said instead."""

FOLDERS = ("pages", "hetdp_core/figures")
NAMED_SO = ("g-leakage", "Accounting of")
"""Names of the papers' own, in which a replaced word may stand."""


def on_the_screen():
    """The texts that pages and figures are made of, by file; neither docstrings nor keys."""
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if path.name == "glossary.py":
                continue
            tree = ast.parse(path.read_text(encoding="utf-8"))
            comments = {
                id(node.value)
                for node in ast.walk(tree)
                if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            }
            for node in ast.walk(tree):
                if (
                    isinstance(node, ast.Constant)
                    and isinstance(node.value, str)
                    and id(node) not in comments
                    and (" " in node.value or node.value.istitle())
                ):
                    yield path.name, node.value


def uses(word, text):
    for name in NAMED_SO:
        text = text.replace(name, "")
    return re.search(rf"(?<![\w_]){re.escape(word)}s?(?![\w_])", text, re.IGNORECASE)


@pytest.mark.parametrize("term", TERMS)
def test_a_word_that_is_explained_is_on_the_screen(term):
    assert any(uses(term, text) for _, text in on_the_screen())


@pytest.mark.parametrize("word", SAY)
def test_a_word_that_is_replaced_is_not(word):
    assert [found for found in on_the_screen() if uses(word, found[1])] == []
    assert SAY[word].split()[0] in " ".join([*TERMS, *TERMS.values()])


@pytest.mark.parametrize("word", ["optimal", "optimally", "optimality"])
def test_nothing_is_called_optimal(word):
    """The best possible is known within a factor: pages say what is best among what, and how far
    that is from the least possible.
    """
    assert [found for found in on_the_screen() if uses(word, found[1])] == []


def test_the_overview_explains_the_words():
    texts = " ".join(sentences(follow_link().main.markdown))
    for term, meaning in TERMS.items():
        assert f"**{term}**: {meaning}" in texts
