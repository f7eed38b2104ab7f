"""Names that are not ours, shown letter by letter; how numbers are written."""

import re
import unicodedata
from decimal import ROUND_HALF_EVEN, Decimal
from html import unescape
from itertools import product
from types import SimpleNamespace
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core.figures import formats
from hetdp_core.figures.features import errors as features
from hetdp_core.figures.odometer import conversation
from hetdp_core.odometer.beliefs import Statement, beliefs_along
from hetdp_core.odometer.conversation import ConversationSettings, converse
from tests.plotlys import checked

NAMES = st.lists(st.text(st.sampled_from("ab <>&;'\"/=$%{}\u202e\x00lt"), min_size=1), max_size=8)


@given(NAMES)
def test_a_name_reads_as_it_was_and_holds_no_mark_but_breaks(names: list[str]) -> None:
    shown = formats.literals(names)
    assert not set("<>") & set("".join(shown))
    assert [unescape(one) for one in shown] == [formats.visible(name) for name in names]
    for one, name in zip(formats.broken(names, width=4), names, strict=True):
        assert "<" not in one.replace("<br>", "")
        assert unescape(one.replace("<br>", " ")).split() == formats.visible(name).split()


def test_letters_that_cannot_be_seen_or_turn_others_around_are_marked() -> None:
    assert formats.literal("a\u202eb\x07") == "a\ufffdb\ufffd"


def test_of_all_letters_these_are_marked_and_no_others() -> None:
    """As Unicode itself has them: control characters, halves of pairs, and what turns text.

    Between the planes that are looked at lie ideographs, and places without a letter.
    """
    turning = {"LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI"}
    marks = {"LEFT-TO-RIGHT MARK", "RIGHT-TO-LEFT MARK"}
    for one in map(chr, (*range(0x20000), *range(0xE0000, 0xE1000))):
        unseen = unicodedata.category(one) in ("Cc", "Cs")
        turns = unicodedata.bidirectional(one) in turning or unicodedata.name(one, "") in marks
        assert formats.visible(one) == ("\ufffd" if unseen or turns else one), ascii(one)


@given(st.floats(0.0, 1e12) | st.integers(0, 4_000).map(lambda whole: whole / 2))
def test_questions_are_whole(count):
    whole = r"\d{1,3}(,\d{3})*"
    assert re.fullmatch(rf"(about )?{whole}|{whole} or {whole}", formats.about(count))


@given(
    st.floats(1e-4, 1200.0) | st.integers(1, 4_000_000).map(lambda whole: whole / 4_000),
    st.integers(1, 8),
)
def test_numbers_of_common_size_are_written_as_all_others_are(value, digits):
    """By way of exact decimals: ties go to the even digit, as in Python's own notation."""
    exact = Decimal(value)
    unit = Decimal(1).scaleb(exact.adjusted() - digits + 1)
    rounded_to = exact.quantize(unit, rounding=ROUND_HALF_EVEN)
    plain = f"{rounded_to:,f}"
    expected = plain.rstrip("0").rstrip(".") if "." in plain else plain
    assert formats.number(value, digits) == expected


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_no_number_is_written_in_the_notation_of_programs(value):
    assert "e" not in formats.number(value)
    assert len(formats.number(value)) <= 14
    assert len(formats.factor(abs(value))) <= 17


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6))
def test_an_interval_is_rounded_outwards(value, spread):
    low, high = (
        float(word.replace("−", "-").replace(",", ""))
        for word in formats.interval(value - spread, value + spread).split(" to ")
    )
    rounding = 1e-9 * max(abs(value), spread)
    assert low - rounding <= value - spread <= value + spread <= high + rounding
    assert high - low <= 2.5 * spread + rounding


def test_the_scale_of_a_map_of_pairs_ends_near_its_largest_pair():
    for largest, end in ((0.22, 0.3), (0.0, 0.1), (0.97, 1.0)):
        found: Any = SimpleNamespace(pairs=np.array([[0.0, largest], [0.5 * largest, 0.0]]))
        (cells,) = checked(features.pair_map(found, ["a", "b"])).data
        assert (cells.zmin, cells.zmax) == (0, end)
        assert np.all(np.isnan(np.diag(cells.z)))  # of itself a column reveals all
        assert [*np.diag(cells.text)] == ["", ""]


def test_the_corridor_of_beliefs_is_as_wide_as_the_bars():
    along = beliefs_along(
        converse(ConversationSettings(), (True, False)), "uniform", Statement(threshold=5.0)
    )
    figure, frames = conversation.beliefs(along, 2)
    corridor, bars, _ = checked(figure).data
    assert (min(corridor.x), max(corridor.x)) == (bars.x[0] - 0.5, bars.x[-1] + 0.5)
    assert tuple(checked(figure).layout.xaxis.range) == (min(corridor.x), max(corridor.x))
    assert np.shape(frames.traces[0]["y"]) == (3, len(corridor.x))


def test_no_number_is_written_in_more_digits_than_anybody_reads():
    sizes = (1e-320, 1e-100, 1e-12, 1.0, 1e12, 1e100, 1e300)
    for size, spread in product(sizes, sizes):
        for value in (0.0, size * 1.2345678901234567, -size):
            found = re.findall(r"[\d.,]+", formats.rounded(value, spread))
            assert max(len(re.sub(r"\D", "", one)) for one in found) <= 20
