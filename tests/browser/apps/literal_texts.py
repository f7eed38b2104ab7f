"""Many texts that Markdown would make something of, each shown in three ways."""

import random

import streamlit as st

from pages.shared.text import notices
from pages.shared.text.notices import literal

MARKS = r"""
a b_c 1. 2) <b> </b> <!-- ![](//host/x) [x](y) [x] (y) * ** _ __ ~~ ` ``` \ # ## - -- -> <- >= <=
~= $ $$ x^2 : :: ::: smile :+1: :material/home: :streamlit: :red {a} &amp; &#65; https://host.org/x
www.host.org me@host.org | > + = ! . 日本 é ² [^1] ^[x] --- ***
"""
PIECES = (" ", " ", *MARKS.split())


def texts(number: int = 60) -> list[str]:
    """The same texts each time, in one line each, without blanks at the ends."""
    chance = random.Random(16)
    drawn = ("".join(chance.choices(PIECES, k=chance.randint(1, 9))) for _ in range(number * 2))
    return [" ".join(text.split()) for text in drawn if text.strip()][:number]


if __name__ == "__main__":
    for place, text in enumerate(texts()):
        st.markdown(literal(text))
        st.checkbox(literal(text), key=f"box_{place}")
        notices.error(text)
    st.markdown("That is all.")
