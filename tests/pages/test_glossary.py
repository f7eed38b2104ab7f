"""One word, one thing: the overview explains the words, and nothing is called optimal."""

import ast
import re

from pages.shared.text.glossary import TERMS
from tests.pages.app import ROOT, open_page, prose


def texts():
    """The texts that pages and figures are made of; neither docstrings nor keys."""
    for folder in ("pages", "hetdp_core/figures"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            comments = [node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)]
            for node in ast.walk(tree):
                match node:
                    case ast.Constant(value=str(text)) if node not in comments:
                        if " " in text or text.istitle():
                            yield text


def test_nothing_is_called_optimal():
    """The best possible is known within a factor: pages say what is best among what, and how far
    that is from the least possible.
    """
    assert [text for text in texts() if re.search(r"(?i)\boptimal(ly|ity)?\b", text)] == []


def test_the_overview_explains_the_words():
    texts = prose(open_page().main.markdown)
    for term, meaning in TERMS.items():
        assert f"**{term}**: {meaning}" in texts
