"""One word, one thing: what the glossary explains is on the screen, what it replaces is not."""

import ast
import re
from functools import cache

from pages.shared.text.glossary import TERMS
from tests.pages.app import ROOT, open_page, sentences

SAY = {
    **dict.fromkeys(("reader", "respondent", "participant", "individual", "visitor"), "user"),
    **dict.fromkeys(("privacy parameter", "epsilon"), "ε"),
    **dict.fromkeys(("sanitized", "anonymized"), "private"),
    "leakage": "privacy loss",
    "server model": "curator",
}
"""Words that are not used on the screen, and what is said instead."""

FOLDERS = ("pages", "hetdp_core/figures")
NAMED_SO = ("g-leakage", "Accounting of")
"""Names of the papers' own, in which a replaced word may stand."""


@cache
def on_the_screen():
    return "\n\n".join(texts())


def texts():
    """The texts that pages and figures are made of; neither docstrings nor keys."""
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
                    yield node.value


def uses(words, text):
    """Where a text uses one of these words, with what stands around them."""
    text = re.sub(r"\{[^}\n]*\}", "", text)  # a number's name in a template
    for name in NAMED_SO:
        text = text.replace(name, "")
    found = re.finditer(rf"(?i)(?<![\w_])(?:{'|'.join(words)})s?(?![\w_])", text)
    return [text[max(0, one.start() - 40) : one.end() + 40] for one in found]


def test_a_word_that_is_replaced_is_not_on_the_screen():
    assert uses(SAY, on_the_screen()) == []
    assert uses(SAY, "What readers see")


def test_nothing_is_called_optimal():
    """The best possible is known within a factor: pages say what is best among what, and how far
    that is from the least possible.
    """
    words = ("optimal", "optimally", "optimality")
    assert uses(words, on_the_screen()) == []


def test_the_overview_explains_the_words():
    texts = " ".join(sentences(open_page().main.markdown))
    for term, meaning in TERMS.items():
        assert f"**{term}**: {meaning}" in texts
