"""Longer texts of ours with formulas: Markdown files beside the modules that draw them."""

from __future__ import annotations

from pathlib import Path

import streamlit as st


def draw_beside(module: str, name: str, **numbers: str) -> None:
    """Draw a Markdown file.

    Args:
        module: the `__file__` of the module that it stands beside.
        name: of the file.
        numbers: what stands there in braces, by its name, and what is shown in its place.
    """
    text = Path(module).with_name(name).read_text(encoding="utf-8")
    for key, shown in numbers.items():
        text = text.replace(f"{{{key}}}", shown)
    st.markdown(text)
