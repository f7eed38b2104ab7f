"""Addresses that nobody means well with: every parameter, and values that break things."""

from urllib.parse import urlencode

from hypothesis import strategies as st

from pages.inside.lessons.classroom.codes import LEAD, ROOM
from pages.inside.lessons.progress import KEYS as LESSON_KEYS
from pages.inside.lessons.progress import lessons
from pages.inside.topics import TOPICS
from pages.shared import slides
from pages.shared.controls import catalog
from pages.shared.controls.address import PRESET, PRESETS
from pages.shared.controls.state import VERSION_KEY
from pages.shared.frame import compare

PAGES = ("home", *TOPICS, "lessons", "evidence", "papers", "release", "decision")
TABS = {topic.tabs_key: topic.titles for topic in TOPICS.values()}
BOUND = (  # by Streamlit itself, while it is drawn
    *TABS,
    "cards_page",
    "cards_page_ridge",
)
PARAMETERS = (
    *catalog.BY_KEY,
    *BOUND,
    *LESSON_KEYS,
    *(ROOM, LEAD),
    *(PRESET, VERSION_KEY, compare.PINNED, slides.PRESENT, slides.SLIDE, "embed", "no_such"),
)
WRONG = (
    *("", " ", "0", "-0", "-0.0", "-1", "7.5", "0x10", "1_0", "1e3", "+1", "1e-300", "1e308"),
    *("inf", "-inf", "Infinity", "nan", "-nan", "1e400", "-1e400", "9" * 5000, "0." + "0" * 400),
    *("٣", "１２", "²", "½", "Ⅻ", "−1", "1\u00a0000", "true", "True", "false", "null", "None"),
    *("\x00", "%00", "%ff%fe", "%", "&", "a=b&c=d", "#", "?", ";", "|", "~", "..", "../../passwd"),
    *("[]", "{}", "<script>", "![](//host/x)", "[x](y)", "$x$", ":red[x]", "\u202e", "\ufffd"),
    *("1, 2, 3", "inf, inf", "nan, 1", "1e-300, 1", "1e-300, 1e300", "-1, 1", "1e400", ", ,"),
    *("1;2|3|4", "0.5|inf; nan", "1" * 300, "01" * 900, "x" * 3000, "1," * 1500, "0 " * 1500),
    *("🙂" * 40, "v=1&n=inf", "n=5&n=6"),
)
"""None of it is what a control starts with; some of it is what one may hold."""

LONGEST = 500_000
"""Letters of an address of junk: of one longer than 524,288 Streamlit reads nothing at all."""

_VALID = (
    *(text for control in catalog.BY_KEY.values() for text in control.written(control.start)),
    *(text for control in catalog.BY_KEY.values() for text in (control.options or {}).values()),
    *(name for name in PRESETS if name != "stress"),  # it is meant, and takes long
    *lessons(),
)
_ONE = (
    st.sampled_from(WRONG) | st.sampled_from(_VALID) | st.text(max_size=20) | st.floats().map(str)
)


def addresses():
    """Strategy for what an address gives: some parameters, mostly once each."""
    return st.one_of(_plain(), st.tuples(_plain(), _plain()).map(_with_pinned))


def junk(turn):
    """An address in which every parameter is given something wrong, but for the open tabs.

    Each turn gives them something else.
    """
    wrong = [WRONG[(turn + step) % len(WRONG)] for step in range(len(PARAMETERS))]
    full = {key: [text] for key, text in zip(PARAMETERS, wrong, strict=True)}
    full |= {key: [*full[key], WRONG[turn % len(WRONG)]] for key in PARAMETERS[turn % 3 :: 3]}
    full |= {key: [titles[turn % len(titles)]] for key, titles in TABS.items()}
    for key in (compare.PINNED, slides.PRESENT, PRESET)[turn % 4 :]:
        del full[key]
    pinned = _with_pinned((full, {**full, compare.PINNED: [""]}))
    return pinned if turn % 2 and len(urlencode(pinned, doseq=True)) < LONGEST else full


def _plain():
    values = st.lists(_ONE, min_size=1, max_size=1) | st.lists(_ONE, max_size=3)
    some = st.dictionaries(st.sampled_from(PARAMETERS), values, min_size=1, max_size=8)
    tabs = st.fixed_dictionaries(
        {}, optional={key: st.sampled_from(titles).map(_alone) for key, titles in TABS.items()}
    )
    return st.tuples(some, tabs).map(lambda parts: parts[0] | parts[1])


def _alone(value):
    return [value]


def _with_pinned(addresses):
    address_itself, other = addresses
    return {**address_itself, compare.PINNED: [urlencode(other, doseq=True)]}
