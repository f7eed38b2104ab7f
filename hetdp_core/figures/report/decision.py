"""A decision as one HTML page without any script: it loads nothing, and prints on one A4 side."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from importlib.resources import files

from hetdp_core.counted import counted
from hetdp_core.decision import Decision, Option
from hetdp_core.errors import shortened
from hetdp_core.figures import decision as words
from hetdp_core.figures.report.markup import is_this_computer, listed
from hetdp_core.figures.report.pictures import dots, hundred
from hetdp_core.figures.text import number, visible

MOST_NOTES = 600
"""Letters of the notes: more would not fit on one side."""

MOST_NOTE_LINES = 6

MOST_NAME = 60
"""Letters of the name of who decides."""

MOST_REASON = 80
"""Letters of the reason why another option is chosen than the recommended one: a line."""

MOST_SETTINGS, MOST_CHANGES = 5, 3
"""Settings that are named, and differences from A to B; of more settings their number is told."""

MOST_LINK = 120
"""Letters of a link that is printed; a longer one is still what the words lead to."""

LONGEST, LONGEST_VALUE = 40, 24
"""Letters of the name of a column, and of what a setting holds."""

NOTHING_RELEASED = "Nothing was released in the session that made this page."

OPENS = "Open these settings"
"""What a link is called."""

ALREADY = "Already released"
"""What is said of a release where something else is decided, or nothing is to be released."""


@dataclass(frozen=True, eq=False)
class Sheet:
    """All that stands on the page; every text is shown letter by letter, whatever it holds.

    Attributes:
        decision: the options, and what the rule recommends.
        decided: what was chosen, in words.
        decider: who decides; may be empty.
        notes: typed by the user; may be empty.
        made: date and time in words.
        settings: (control, value) of all that is not at its default.
        changed: (control, value in A, value in B) where A is pinned.
        link: opens the same settings; "" if no server is known.
        receipt: of the release that was made; "" for none.
        released: the number in it, with its unit and what it says of the noise; "" where the
            receipt is of another kind, or there is none.
        adds_up: what it adds up to with others of the session, in words; "" for nothing.
        sources: of the data, in words.
        simulated: whether the table is made up.
        made_with: name and version of the software.
        reason: why another option was chosen than the recommended one; "" leaves a line to fill
            in, and where the recommended one was chosen it is not shown.
        own: whether the table is the user's own, which no link holds.
        already: whether what was released is not what is decided.
        before: the most that releases of the session gave away about anyone of the table; 0 for
            none.
    """

    decision: Decision
    decided: str
    decider: str
    notes: str
    made: str
    settings: Sequence[tuple[str, str]]
    changed: Sequence[tuple[str, str, str]]
    link: str
    receipt: str
    adds_up: str
    sources: str
    simulated: bool
    made_with: str
    reason: str = ""
    released: str = ""
    own: bool = False
    already: bool = False
    before: float = 0.0


def to_html(sheet: Sheet) -> str:
    """Return the page: one file, with nothing in it that a browser would run or fetch."""
    subject = sheet.decision.options[-1].subject
    title = f"Decision: mean of {shortened(subject.column, LONGEST)}"
    body = "\n".join(
        [
            f"<h1>{shown(title)}</h1>",
            f"<p>{counted(subject.users, 'user')}, values from {number(subject.bounds[0])} to "
            f"{number(subject.bounds[1])} {shown(subject.unit)}"
            f"{EVERYBODY if subject.everybody else ''}. Made on {shown(sheet.made)}. "
            f"{shown(sheet.sources)}</p>",
            side_by_side(sheet.decision, sheet.before),
            *written_part(
                sheet.decided,
                sheet.notes,
                map(words.choice, sheet.decision.options),
                words.recommended(sheet.decision),
                sheet.reason,
            ),
            *_settings(sheet),
            *receipt_part(
                sheet.receipt,
                sheet.adds_up,
                sheet.simulated,
                sheet.released,
                already=sheet.already,
            ),
            SIGNATURE.format(name=shown(sheet.decider[:MOST_NAME])),
        ]
    )
    return page(title, body)


EVERYBODY = "; they are all whom the question is about"
"""What is said of users of whom nobody was drawn."""


def page(title: str, body: str) -> str:
    """Return a page to sign around this body, which is HTML already; the title is any text."""
    style = files("hetdp_core.figures.report").joinpath("decision.css").read_text("utf-8")
    digest = b64encode(sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    return _PAGE.format(policy=policy, title=shown(title), style=style, body=body)


_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
{body}
</body>
</html>
"""

SIGNATURE = """<div class="signature">
<span>Who decides: {name}</span><span>Date</span><span>Signature</span>
</div>"""
"""The line to sign, with a place for the name of who decides."""


def side_by_side(decision: Decision, before: float = 0.0) -> str:
    """Return what the rule says, the dots and the numbers of all options; no style, no script.

    before : see `Sheet`.
    """
    exact = (
        "Exact, from public numbers alone: bounds, number of users, levels. Typical errors are "
        "root mean squared, in the worst case over all data within the bounds: "
        f"{words.of_what_each(decision)}. A dot is one release in twenty."
    )
    return "\n".join(
        [
            _recommended(decision),
            dots(decision),
            _table(decision, before),
            f'<p class="small">{exact}</p>',
        ]
    )


def _recommended(decision: Decision) -> str:
    return (
        '<div class="recommended"><strong>'
        f"{shown(words.recommendation(decision))}.</strong> {shown(words.reason(decision))}</div>"
    )


def _table(decision: Decision, before: float) -> str:
    head = "".join(f'<th scope="col">{shown(one.name)}</th>' for one in decision.options)
    summary = words.summary(decision, before)
    rows = [
        (name, [shown(str(cell)) for cell in cells])
        for name, *cells in summary.itertuples(index=False)
    ]
    cells_of = dict(rows)
    cells_of[words.BETS] = [
        f"{hundred(one)}{cell}"
        for one, cell in zip(decision.options, cells_of[words.BETS], strict=True)
    ]
    cells_of["What groups give and get"] = [_groups(one) for one in decision.options]
    body = "".join(
        f'<tr><th scope="row">{shown(name)}</th>'
        + "".join(f"<td>{cell}</td>" for cell in cells)
        + "</tr>"
        for name, cells in cells_of.items()
    )
    return f"<table><thead><tr><td></td>{head}</tr></thead><tbody>{body}</tbody></table>"


def _groups(option: Option) -> str:
    if not option.groups:
        return "Nobody gives anything; nobody is heard."
    return listed(shown(words.gives_and_gets(one, option.assigned)) for one in option.groups)


def written_part(
    decided: str, notes: str, options: Iterable[str], recommended: str, reason: str
) -> list[str]:
    """Return what was decided, and the notes as they fit.

    Where it is not what is recommended, that is said, with the reason or a line to write it on.

    Args:
        decided: one of the options, or that it is not decided yet.
        notes: as typed.
        options: in words.
        recommended: one of the options; "" where none is.
        reason: why another one was chosen; may be empty.
    """
    notes, otherwise = in_short(notes), words.departs(decided, options, recommended)
    why = shown(" ".join(reason.split())[:MOST_REASON]) or BLANK
    return [
        f"<h2>Decision: {shown(decided)}{AGAINST if otherwise else ''}</h2>",
        f"<p>Reason for deciding otherwise: {why}</p>" if otherwise else "",
        f'<p class="typed">Notes: {shown(notes)}</p>' if notes else "",
    ]


AGAINST = ". The rule on this page recommends another option."
"""What is said after a decision against the recommendation."""

BLANK = '<span class="blank"></span>'
"""A line to write on."""


def in_short(notes: str, whole: bool = False) -> str:
    """Return notes as they fit on the page: no more letters and lines than there is room for.

    whole : without that limit, for a comparison.

    >>> in_short("a\\n\\n\\nb  ")
    'a\\nb'
    """
    lines = [line.strip() for line in notes.splitlines() if line.strip()]
    if whole:
        return "\n".join(lines)
    return "\n".join(lines[:MOST_NOTE_LINES])[:MOST_NOTES]


def _settings(sheet: Sheet) -> list[str]:
    said = [f"{name}: {shortened(value, LONGEST_VALUE)}" for name, value in sheet.settings]
    more = len(said) - MOST_SETTINGS
    named = [
        *said[:MOST_SETTINGS],
        *([f"and {more} more, which the link holds"] if more > 0 else []),
    ]
    a_to_b = [
        f"{name}: {shortened(a, LONGEST_VALUE)} → {shortened(b, LONGEST_VALUE)}"
        for name, a, b in sheet.changed[:MOST_CHANGES]
    ]
    settings = "; ".join(named) if named else "all at their defaults"
    return [
        f'<p class="small"><strong>{_whose(sheet.decision)}.</strong> {shown(settings)}.'
        + (f" <strong>From A to B.</strong> {shown('; '.join(a_to_b))}." if a_to_b else "")
        + f" {_link(sheet.link, sheet.own)} {shown(sheet.made_with)}.</p>"
    ]


def _whose(decision: Decision) -> str:
    return "Settings (B)" if any(one.name == "B" for one in decision.options) else "Settings"


def _link(address: str, own: bool) -> str:
    """A plain link to a server, its address printed where it is short; nothing else is one."""
    if not address.startswith(("http://", "https://")):
        return ""
    opens = "Open the dashboard, without the table, which no link holds" if own else OPENS
    words_of = address if len(address) <= MOST_LINK and not own else opens
    if is_this_computer(address):
        words_of = f"{opens} (works where this page was made, while the dashboard runs)"
    return f'<a href="{escape(address)}" rel="noreferrer">{shown(words_of)}</a>'


def receipt_part(
    receipt: str, adds_up: str, simulated: bool, released: str = "", already: bool = False
) -> list[str]:
    """Return the receipt, or that nothing was released; see `Sheet`.

    already : whether something else is decided, or not to release, and yet this was.
    """
    if not receipt:
        return [f"<h2>{NOTHING_RELEASED}</h2>"]
    trial = " (a trial: simulated table)" if simulated else ""
    return [
        f"<h2>{ALREADY if already else 'Released'}{f': {shown(released)}' if released else ''}, "
        f"with this receipt{trial}</h2>",
        f"<p>{shown(adds_up)}</p>" if adds_up else "",
        f"<pre>{shown(receipt)}</pre>",
    ]


def shown(text: str) -> str:
    """Return any text, letter by letter; ends of lines stay, unseen letters become one."""
    return escape("\n".join(map(visible, text.splitlines())))
