"""A decision as one HTML page without any script: it loads nothing, and is made to be printed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape

from hetdp_core.decision import Decision, Option, bets_right
from hetdp_core.errors import shortened
from hetdp_core.figures import decision as words
from hetdp_core.figures.formats import bound, number, visible
from hetdp_core.figures.report.page import is_this_computer, link, listed, page
from hetdp_core.numerals import counted
from hetdp_core.release.plan import CHANCE
from hetdp_core.release.receipt import HOLDS_SAMPLING, MAY_DIFFER, SCALE, how_often, not_covered

MOST_LINK = 200
"""Letters of a link that are printed; a longer one still leads to all of it."""

LONGEST, LONGEST_VALUE = 60, 80
"""Letters of the name of a column or a table, and of a setting's value."""

MOST_LISTED = 3
"""Receipts that are listed; more only of this mean, and then one from another table."""

NOTHING_RELEASED = "No release of this column is counted here."


@dataclass(frozen=True)
class Published:
    """How the options would be published.

    Attributes:
        plus_minus: with which each would be, "" for none.
        exceeds: whether the recommended release makes somebody exceed their level in all.
    """

    plus_minus: Sequence[str] = ()
    exceeds: bool = False

    def of(self, place: int) -> Published:
        """Return the same of one option, and of not releasing."""
        plus_minus = [*self.plus_minus[place : place + 1], *self.plus_minus[-1:]]
        return Published(plus_minus, self.exceeds)


@dataclass(frozen=True, eq=False)
class Sheet:
    """All contents of the page; every text is shown letter by letter.

    Nothing here may be computed from a value of the table: the page is public, and promises that
    only released numbers tell of the data.

    Attributes:
        decision: the options, and the rule's recommendation.
        settings: (name, value) of all that it follows from.
        pinned: the same of the setting A next to it; nothing where there is none.
        link: opens the same settings; "" if no server is known.
        not_in_link: the settings missing in the link, as a sentence; "" for nothing.
        released: the last of these results as one sentence; "" for none.
        receipts: of the mean of this column, each by name, time and result, the last first.
        others: of other means and tables, which count in `before`.
        repeated: whether two of them are of the same mean.
        promised: the promise of the last of these results; "" for none.
        total: ε that nobody exceeds over all releases, the last of these among them; 0 before it.
        beyond: whose level it exceeds together with those before, as sentences; "" for nobody's.
        chosen: the option that is published; None while nobody chose.
        other_left_out: whether `decision` leaves out another way to publish.
        counts_are_public: whether a receipt says already how many people have which level.
        published: how these options would be.
        before: the most that releases of the session revealed about anyone; 0 for none.
        sources: of the data and of the levels, in words, by what it is about.
        made_on: date and time, and by what it was made, in words.
        share_of: of a yes/no column, the word that counts as 1; "" of any other.
    """

    decision: Decision
    settings: Sequence[tuple[str, str]] = ()
    pinned: Sequence[tuple[str, str]] = ()
    link: str = ""
    not_in_link: str = ""
    before: float = 0.0
    sources: Mapping[str, str] = field(default_factory=dict)
    made_on: str = ""
    released: str = ""
    receipts: Sequence[str] = ()
    others: Sequence[str] = ()
    repeated: bool = False
    promised: str = ""
    total: float = 0.0
    beyond: str = ""
    chosen: Option | None = None
    other_left_out: bool = False
    counts_are_public: bool = False
    published: Published = Published()
    share_of: str = ""

    @property
    def is_for_the_curator(self) -> bool:
        """Whether it tells how many people have which level, though no receipt may ever tell."""
        may_stay = self.chosen is None and any(self.published.plus_minus[1:])
        return may_stay and not self.counts_are_public


def to_html(sheet: Sheet) -> str:
    """Return the page: one file, with nothing in it that a browser would run or fetch."""
    if sheet.beyond and sheet.other_left_out:  # how many would tell how many have each level
        sheet = replace(sheet, beyond="In all, some people may exceed their level.")
    subject = sheet.decision.options[-1].subject
    what = f"share of “{shortened(sheet.share_of, LONGEST)}” in" if sheet.share_of else "mean of"
    weighted = "weighted " * bool(sheet.chosen and _weighted(sheet))
    title = f"Decision: {weighted}{what} {shortened(subject.column, LONGEST)}"
    low, high = map(number, subject.bounds)
    values = "" if sheet.share_of else f", values from {low} to {high} {subject.unit}".rstrip()
    whom = "only these people" if subject.everybody else "a population that they are drawn from"
    around = not_covered(subject.bounds, subject.unit, bool(sheet.share_of))
    if not subject.everybody:
        around = f"{HOLDS_SAMPLING} {around}{_unequal(sheet)}"
    notes = {
        "People": f"{counted(subject.users, 'person', 'people')}{values}; the result describes "
        f"{whom}.{_who_counts_more(sheet)}",
        **sheet.sources,
        **({} if sheet.released else {"The ±": around}),
        "How to read it": _how_to_read(sheet),
        "Settings (B)" if sheet.pinned else "Settings": _settings(sheet.settings),
        "Settings of A": _settings(sheet.pinned),
    }
    body = [
        f"<h1>{shown(title)}</h1>",
        f"<p>{WHAT_IT_IS}</p>",
        *([_FOR_THE_CURATOR] if sheet.is_for_the_curator else []),
        *([_released(sheet, around)] if sheet.released else []),
        side_by_side(sheet),
        f'<div class="notes">{_labelled(notes)}</div>',
        *_link(sheet),
        *_receipts(sheet),
    ]
    return page(title, "\n".join(['<article class="sheet">', *body, "</article>"]), [])


def _weighted(sheet: Sheet) -> Option | None:
    """Return the option in which people count differently: the chosen one, or else the first."""
    option = sheet.chosen or sheet.decision.options[0]
    is_weighted = not option.subject.everybody and len(option.groups) > 1
    return option if is_weighted else None


def _who_counts_more(sheet: Sheet) -> str:
    if (option := _weighted(sheet)) is None:
        return ""
    return f" With {option.name}, people with a larger ε count more."


WHAT_IT_IS = (
    "Random noise is added to the result on purpose, so that it reveals less about each person. ε "
    f"limits how much. {SCALE}"
)
"""The beginning of the page, for people who know nothing about privacy levels."""

_FOR_THE_CURATOR = (
    "<p><strong>For the curator.</strong> This page tells how many people have which levels. "
    "With one ε for all, those numbers stay unpublished: hand out the page of the next step.</p>"
)


def _released(sheet: Sheet, around: str) -> str:
    """Return the result, and in a line each what it means to those who decide."""
    said = {
        "The ±": around,
        "Promised": sheet.promised,
        "Beyond levels": sheet.beyond,
        "All results counted here": f"at most ε = {bound(sheet.total)} about anyone, so at most "
        f"{bound(bets_right(sheet.total))} of 100 even bets about a person are right. A further "
        "result adds its ε.",
    }
    if why_not := _why_not(sheet):
        said["Against the rule"] = f"The rule did not recommend this release. {why_not}"
    result = f"<strong>{shown(sheet.released)}</strong>"
    return f'<div class="released">{result}{_labelled(said)}</div>'


def _unequal(sheet: Sheet) -> str:
    """Return what unequal weights may do, which no ± includes; "" where all have the same."""
    if (option := _weighted(sheet)) is None:
        return ""
    return f" {words.RELATED}, unequal weights make {words.moved(option)}."


def _labelled(said: Mapping[str, str]) -> str:
    """Return plain texts in a list, each after its subject; none that is empty."""
    return listed(f"<strong>{name}:</strong> {shown(text)}" for name, text in said.items() if text)


def _why_not(sheet: Sheet) -> str:
    """Return why the option that is published is not recommended; "" where it is or none is."""
    decision = sheet.decision
    places = [place for place, one in enumerate(decision.options) if one is sheet.chosen]
    is_up = decision.recommended is None or not places
    return "" if is_up else words.why_not(decision, places[0])


OTHER_LEFT_OUT = (
    "The other way to publish and the recommendation are left out: they would tell how "
    "many people of this file have each level."
)


def side_by_side(sheet: Sheet) -> str:
    """Return the rule's verdict and the numbers of all options; no style, no script.

    Once a result is released, the choice replaces the rule's verdict.
    """
    decision, is_done = sheet.decision, bool(sheet.released)
    if is_done and sheet.chosen and not sheet.other_left_out:
        chosen = f"Chosen: {words.choice(sheet.chosen)}."
        place = decision.recommended
        if place is not None and decision.options[place] is sheet.chosen:
            meant = " if levels are meant for each release" * sheet.published.exceeds
            chosen += f" It was recommended{meant}." * (not sheet.chosen.assigned)
            chosen += f" {words.reason(decision)}"
        chosen += " The rule left the choice open." * (place is None)
        return f'<div class="advice">{shown(chosen)}</div>\n{_table(sheet)}'
    which, begins = ("advice", "Before the release: ") if is_done else ("recommended", "")
    by_itself = "The rule looks at each release by itself."
    said = [words.reason(decision), *[by_itself] * bool(sheet.before)]
    advice = words.recommendation(decision, sheet.published.exceeds)
    if sheet.other_left_out and sheet.chosen:
        advice, begins = f"Chosen: {words.choice(sheet.chosen)}", ""
        accurate = "It is more accurate than guessing the middle"
        enough = f"{accurate}, and by itself it keeps every level."
        said = [_why_not(sheet) or enough, OTHER_LEFT_OUT]
    elif sheet.chosen and not is_done and (why_not := _why_not(sheet)):
        said += [f"Chosen against the rule: {words.choice(sheet.chosen)}. {why_not}"]
    why = shown(" ".join([*said, *[sheet.beyond] * (not is_done)]))
    if sheet.chosen and not sheet.other_left_out:
        begins = f"<strong>Chosen: {shown(words.choice(sheet.chosen))}.</strong> {begins}"
    return (
        f'<div class="{which}">{begins}<strong>{shown(advice)}.</strong> {why}</div>\n'
        f"{_table(sheet)}"
    )


def _how_to_read(sheet: Sheet) -> str:
    decision, wider = sheet.decision, ""
    if any(sheet.published.plus_minus):
        everybody = decision.options[-1].subject.everybody
        what = "share" if sheet.share_of else "mean"
        whose = f"The {what} of these people" if everybody else f"The population’s {what}"
        wider = f"{whose} lies within the ±, {how_often(CHANCE)}. "
    return (
        "All this is calculated exactly, from public numbers alone. A typical error says how far "
        "off a result usually is (root mean squared), for the values that make it largest. It "
        f"counts {words.of_what_each(decision)}. {wider}A bet is on a yes/no fact about a person "
        "that is as likely as not: with nothing released, 50 of 100 are right."
    )


def _table(sheet: Sheet) -> str:
    decision = sheet.decision
    rows = {
        name: [shown(cell) for cell in cells]
        for name, *cells in words.summary(decision, sheet.before).itertuples(index=False)
    }
    if len(sheet.receipts) > bool(sheet.released):  # without another result that one stays known
        rows[words.TYPICAL][-1] = words.AS_PUBLISHED
    published, none = sheet.published, f"nothing{' new' * bool(sheet.before)}"
    if any(published.plus_minus):
        rows["Published as"] = [
            f"the result {shown(off)}" if off else none for off in published.plus_minus
        ]
    if decision.options[-1].subject.everybody:
        rows["Pull to the middle"] = [shown(words.pull(option)) for option in decision.options]
    rows["Level, and ε given"] = [_groups(option) for option in decision.options]
    head = "".join(
        f'<th scope="col">{shown(words.choice(option))}</th>' for option in decision.options
    )
    body = "".join(
        f'<tr><th scope="row">{shown(name)}</th><td>{"</td><td>".join(cells)}</td></tr>'
        for name, cells in rows.items()
    )
    return f"<table><thead><tr><td></td>{head}</tr></thead><tbody>{body}</tbody></table>"


def _groups(option: Option) -> str:
    if not option.groups:
        return words.NOTHING
    is_weighted = not option.subject.everybody and len(option.groups) > 1
    say = words.gives_and_gets if is_weighted else words.gives
    return listed(shown(say(option, share)) for share in option.groups)


def _settings(settings: Sequence[tuple[str, str]]) -> str:
    text = "; ".join(f"{name}: {shortened(value, LONGEST_VALUE)}" for name, value in settings)
    return f"{text}." if text else ""


def _link(sheet: Sheet) -> list[str]:
    """Return a link whose address can be read on paper; none that leads nowhere from afar."""
    if not sheet.link or is_this_computer(sheet.link):
        return []
    led = link(sheet.link, shortened(sheet.link, MOST_LINK))
    return [f"<p>Link: {led}. {shown(sheet.not_in_link)}</p>"]


def _receipts(sheet: Sheet) -> list[str]:
    known = [*sheet.receipts, *sheet.others]
    title = counted(len(known), "receipt") if sheet.receipts else NOTHING_RELEASED
    if sheet.others and not sheet.receipts:
        title = f"{counted(len(known), 'receipt')}, none of this mean of this file yet"
    lines = [*known[: max(len(sheet.receipts) + 1, MOST_LISTED)], "…"][: len(known)]
    said = ["Releases whose receipts were not added are not counted."]
    said += ["A receipt's file lists each guarantee. Keep it with this page."] if known else []
    said += [MAY_DIFFER] * sheet.repeated
    said += [shown(sheet.made_on)]
    return [f"<h2>{title}</h2>", listed(map(shown, lines)), f"<p>{' '.join(said)}</p>"]


def shown(text: str) -> str:
    """Return any text, letter by letter; ends of lines stay, unseen letters become one."""
    return escape("\n".join(map(visible, text.splitlines())))
