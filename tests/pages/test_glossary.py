"""One word, one thing: the overview explains the words, and nothing is called optimal."""

import re

from pages.shared.text.glossary import TERMS
from tests.pages.app import open_page, prose, texts_in


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
