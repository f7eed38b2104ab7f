"""What pytest should not read, and what all page tests share."""

from functools import cache

import pytest
from streamlit.components.v2 import manifest_scanner

collect_ignore = ["made_up/door.py"]  # a page: Streamlit runs it


@pytest.fixture(scope="session", autouse=True)
def _packages_are_looked_through_once():
    """For components: each AppTest would do so again, and that takes longer than most pages."""
    name = "scan_component_manifests"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, name, cache(getattr(manifest_scanner, name)))
        yield
