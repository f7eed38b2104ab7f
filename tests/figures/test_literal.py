"""Names that are not ours, in figures: shown letter by letter."""

from __future__ import annotations

import sys
import unicodedata
from html import unescape

from hypothesis import given
from hypothesis import strategies as st

from hetdp_core.figures.text import broken, literal, literals, visible

NAMES = st.lists(st.text(st.sampled_from("ab <>&;'\"/=$%{}\u202e\x00lt"), min_size=1), max_size=8)


@given(NAMES)
def test_a_name_holds_no_mark_and_reads_as_it_was(names: list[str]) -> None:
    shown = literals(names)
    assert not set("<>") & set("".join(shown))
    assert [unescape(one) for one in shown] == [visible(name) for name in names]


@given(NAMES)
def test_in_lines_the_only_mark_is_the_break(names: list[str]) -> None:
    for one, name in zip(broken(names, width=4), names, strict=True):
        assert "<" not in one.replace("<br>", "")
        assert unescape(one.replace("<br>", " ")).split() == visible(name).split()


def test_letters_that_cannot_be_seen_or_turn_others_around_are_marked() -> None:
    assert literal("a\u202eb\x07") == "a\ufffdb\ufffd"


def test_of_all_letters_these_are_marked_and_no_others() -> None:
    """As Unicode itself has them: control characters, halves of pairs, and what turns text."""
    turning = {"LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI"}
    marks = {"LEFT-TO-RIGHT MARK", "RIGHT-TO-LEFT MARK"}
    for one in map(chr, range(sys.maxunicode + 1)):
        unseen = unicodedata.category(one) in ("Cc", "Cs")
        turns = unicodedata.bidirectional(one) in turning or unicodedata.name(one, "") in marks
        assert visible(one) == ("\ufffd" if unseen or turns else one), ascii(one)
