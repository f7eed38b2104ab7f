"""Words alone, and beside them each script of this folder, below its name."""

from pathlib import Path

import streamlit as st

FOLDER = Path("tests/browser/apps").resolve()  # a server runs in the project's root
ON_THEIR_OWN = ("all", "memory")


def words() -> None:
    st.markdown("nothing to see")


scripts = [script for script in sorted(FOLDER.glob("*.py")) if script.stem not in ON_THEIR_OWN]
pages = [st.Page(script, title=script.stem, url_path=script.stem) for script in scripts]
# Our settings hide a menu in the sidebar; one at the top they leave alone.
st.navigation([st.Page(words, title="words", default=True), *pages], position="top").run()
