"""Sentences in a box: what is wrong, what to mind, what was done.  No page makes a box but here.

Such sentences quote what an address, a file or a reader said, so all of them are shown as they
are; `marked` is for words of ours that use Markdown.
"""

from __future__ import annotations

from typing import Literal

import streamlit as st

from pages.shared.words.literal import literal

Kind = Literal["error", "warning", "info", "success"]

MOST = 1_000
"""Letters of a box."""


def error(*sentences: object, icon: str | None = None) -> None:
    """Something cannot be done; sentences or errors, shown as they are."""
    marked("error", _said(sentences), icon)


def warning(*sentences: object, icon: str | None = None) -> None:
    """Something is to be minded; sentences or errors, shown as they are."""
    marked("warning", _said(sentences), icon)


def info(*sentences: object, icon: str | None = None) -> None:
    """Something is good to know; sentences, shown as they are."""
    marked("info", _said(sentences), icon)


def success(*sentences: object, icon: str | None = None) -> None:
    """Something went well; sentences, shown as they are."""
    marked("success", _said(sentences), icon)


def marked(kind: Kind, markdown: str, icon: str | None = None) -> None:
    """A box with Markdown of our own; text from elsewhere in it goes through `literal`."""
    getattr(st, kind)(markdown, icon=icon)


def _said(sentences: tuple[object, ...]) -> str:
    return literal(" ".join(map(str, sentences)), MOST)
