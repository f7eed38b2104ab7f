"""The dashboard, as `streamlit.testing` runs it."""

from pathlib import Path

from streamlit.testing.v1 import AppTest

ROOT = Path(__file__).resolve().parents[2]


def open_page(page=None, **params):
    """The app on one of its pages with URL parameters, run once."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    for key, value in params.items():
        app.query_params[key] = value
    app.run()
    if page:
        app.switch_page(f"pages/{page}.py").run()
    return app


def sentences(elements):
    """The texts of some elements."""
    return [element.value for element in elements]
