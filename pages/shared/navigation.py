"""All pages of the dashboard, in the order of the menu."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

HOME = "pages/home.py"
HETEROGENEOUS_MEAN = "pages/heterogeneous_mean.py"
FEATURE_PRIVACY = "pages/feature_privacy.py"
RIDGE = "pages/ridge.py"
PRIVACY_ODOMETER = "pages/privacy_odometer.py"
LESSONS = "pages/lessons.py"
REPRODUCTIONS = "pages/reproductions.py"
RELEASE = "pages/release.py"

ICON = "pages/shared/icon.svg"
STYLE = Path(__file__).with_name("streamlit.css")


def navigate() -> st.Page:
    """Set up menu, title and icon; returns the page that was asked for, to be run."""
    page = st.navigation(_pages())
    st.set_page_config(
        page_title=f"{page.title} · Heterogeneous differential privacy",
        page_icon=ICON,
        layout="wide",
    )
    st.html(STYLE)
    return page


def about_users(page: st.Page) -> bool:
    """Whether a page is about users who ask for different levels."""
    return page.url_path in ("", "heterogeneous_mean", "ridge", "release")


def _pages() -> list[st.Page]:
    """The pages; their addresses are part of links that people keep, so they do not change.

    They have no icons: Streamlit makes a page's Material icon the favicon, for which the
    browser would ask a font server, and so tell it who reads which page.
    """
    return [
        st.Page(
            HOME,
            title="Overview",
            default=True,
            help="What this dashboard is, whom it is for, and where to start.",
        ),
        st.Page(
            HETEROGENEOUS_MEAN,
            title="Heterogeneous mean",
            url_path="heterogeneous_mean",
            help="Every user sets their own privacy level. See how much weight the optimal "
            "estimator gives each, and where the weights saturate.",
        ),
        st.Page(
            FEATURE_PRIVACY,
            title="Feature privacy",
            url_path="feature_privacy",
            help="Some columns are more sensitive than others. See what protecting them more "
            "costs when nobody is trusted, and how much correlation spoils.",
        ),
        st.Page(
            RIDGE,
            title="Ridge regression",
            url_path="ridge",
            help="Every record sets its own privacy level. See which regularisation to take, what "
            "personal levels buy, and when no private regression is worth releasing.",
        ),
        st.Page(
            PRIVACY_ODOMETER,
            title="Privacy odometer",
            url_path="privacy_odometer",
            help="One person answers question after question. See what was really learned, and "
            "how many more questions the same budget answers.",
        ),
        st.Page(
            LESSONS,
            title="Lessons",
            url_path="lessons",
            help="Predict, then see what is true: a lesson on each topic, and one across all.",
        ),
        st.Page(
            REPRODUCTIONS,
            title="Reproductions",
            url_path="reproductions",
            help="Every table, figure and example of the four papers: the printed value, ours, "
            "and what became of it.",
        ),
        st.Page(
            RELEASE,
            title="Private release",
            url_path="release",
            help="Release a mean of your own table once, with noise made for it, and take away a "
            "receipt of what was guaranteed to whom.",
        ),
    ]
