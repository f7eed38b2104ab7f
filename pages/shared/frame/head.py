"""The head of a page: its name as the menu says it, its claim, and the buttons beside them.

Share opens the link to what is seen, as text and as a QR code, with what it holds and does not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from io import BytesIO
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import segno
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from hetdp_core.figures.report.page import is_this_computer
from pages.shared import slides
from pages.shared.controls import address, catalog, panel, state
from pages.shared.tables import own_table
from pages.shared.text import notices

LARGEST_CODE = 22
"""Version of a QR code up to which a phone reads it off a screen: 105 modules across."""

_NEVER = (
    "Your own dataset and files, receipts, notes in a decision, and the zoom and hidden lines of "
    "figures."
)

_HERE = Path(__file__).parent

_copy = st.components.v2.component(
    "hetdp_copy_link",
    js=(_HERE / "copy.js").read_text(encoding="utf-8"),
    css=(_HERE / "copy.css").read_text(encoding="utf-8"),
)

files: Callable[[str], None] | None = None
"""Draws what offers the whole scenario as a file, with widgets of this key; the frame of all pages
sets it, since it takes the topics to make one."""


@st.fragment
def draw_button(*also: str, embeds: bool = False) -> None:
    """Draw the button; what it opens is made once it is open, without drawing the page again.

    also : what else the address holds, in words.
    embeds : whether the page has a live figure that may stand in a page of somebody else.
    """
    opened = st.popover("Share", icon=":material/share:", key="share", on_change="rerun")
    if opened.open:
        with opened:
            url = link(st.context.url or "")
            _copy(key="share_link", data={"link": url})
            if is_this_computer(url):
                st.caption("This link only works on this computer.")
            picture = code(url)
            if picture is None:
                notices.info("The link is too long for a QR code. Copy it instead.")
            else:
                st.image(picture, alt="QR code of the link", width=300)
            st.markdown(
                f"**In the link**: {contents([*also, *['the selected tab'] * embeds])}\n\n"
                f"**Not in the link**: {missing()}"
            )
            if embeds:
                with st.expander("Embed the live figure in your own page", icon=":material/code:"):
                    st.code(embedding(url), language="html", wrap_lines=True)
                    st.caption(
                        "For lecture notes, a wiki or a blog. The figure and its control stay "
                        "live. You can change width and height. This server must be running."
                    )
            if files is not None:
                files("shared_report")


def link(page: str) -> str:
    """Return the address as it will stand in the browser at the end of this run.

    page : address of the page, without parameters; "" if unknown.
    """
    parts = urlsplit(page)
    query = urlencode(address.current_params(), doseq=True)
    return parts._replace(path=parts.path or "/", query=query).geturl()


def code(text: str) -> str | None:
    """Return a QR code as SVG; None if the text is too long for one that a phone can read."""
    try:
        qr = segno.make_qr(text, error="L")
    except segno.DataOverflowError:
        return None
    if int(qr.version) > LARGEST_CODE:
        return None
    file = BytesIO()
    qr.save(file, kind="svg", xmldecl=False, omitsize=True, light="white")
    return file.getvalue().decode()


def contents(also: Sequence[str] = ()) -> str:
    """Say what somebody sees who opens the link."""
    params = address.current_params()
    changed = len(state.differences(state.defaults(), address.state_of(params)))
    changed += catalog.overview.LESS_PRIVATE.key in params  # it belongs to Start alone
    settings = f"all settings ({changed} changed)"
    return f"{', '.join(['this page', settings, *also])}."


def missing() -> str:
    held, stays = state.current_state(), []
    if own_table.is_own(held[catalog.shared.DATASET.key]):
        stays.append("**your own dataset**")
    if panel.files(held):
        stays.append("**your file of ε**")
    own_file = "The link asks the person who opens it for their own file."
    return f"{' and '.join(stays)}. {own_file} {_NEVER}" if stays else _NEVER


def embedding(address: str) -> str:
    """Return HTML that shows the live figure of a link inside another page.

    >>> embedding("http://host/ridge?lam=2")[:75]
    '<iframe src="http://host/ridge?lam=2&amp;present=1&amp;embed=true" title="H'
    """
    parts = urlsplit(address)
    query = "&".join(filter(None, [parts.query, urlencode({slides.PRESENT: 1, "embed": "true"})]))
    source = escape(parts._replace(query=query).geturl())
    return (
        f'<iframe src="{source}" title="Heterogeneous differential privacy: a live figure" '
        'width="100%" height="760" style="border: 1px solid #ccc"></iframe>'
    )


def draw_head(title: str, claim: str, draw_buttons: Callable[[], None] = draw_button) -> None:
    """Draw title, claim and buttons; in a presentation the claim is the first slide's title."""
    place = draw_title(title, claim, buttons_later=False)
    if place is not None:
        with place:
            draw_buttons()


def draw_title(
    title: str, claim: str, numbers: Sequence[int] = (1,), buttons_later: bool = True
) -> DeltaGenerator | None:
    """Draw title and claim; return the place for the buttons, None in a presentation.

    As HTML, for which a browser need not learn Markdown before it draws a page's figure.

    title, claim : plain text.
    numbers : of the page's slides.
    buttons_later : whether the buttons come after the figure, which they should not push down.
    """
    if slides.on():
        slides.title(claim, numbers)
        return None
    with st.container(horizontal=True, vertical_alignment="center", key="head"):
        later = ' class="buttons-later"' if buttons_later else ""
        st.html(f"<h1{later}>{escape(title)}</h1><p>{escape(claim)}</p>")
        return st.container()
