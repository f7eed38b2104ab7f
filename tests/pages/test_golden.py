"""The topics at fixed addresses: the same words, controls and numbers as stored."""

from collections import Counter

import pytest

from tests import golden

STORED = golden.stored()


def test_each_topic_has_twelve_addresses():
    pages = Counter(address.partition("?")[0] for address in STORED)
    assert pages == dict.fromkeys(
        ("heterogeneous_mean", "feature_privacy", "ridge", "privacy_odometer"), 12
    )


@pytest.mark.parametrize("address", STORED)
def test_an_address_shows_what_is_stored(address):
    differences = list(golden.differences(STORED[address], golden.opened(address)))
    assert differences == [], "where that is meant: python -m tests.golden --write, and say why"
