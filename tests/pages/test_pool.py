"""The processes that all visitors share: how many, and how soon a closed tab's are gone."""

from __future__ import annotations

import pytest

from hetdp_core.parallel import Patience
from pages.shared import pool


def test_nothing_is_left_half_a_minute_after_a_tab_was_closed():
    """The longest way from a closed tab to a process that is gone, by the pool's own patience."""
    longest = Patience()
    looks = 2 * longest.look
    assert longest.absent + longest.stopping + longest.idle + looks < 30.0


@pytest.mark.parametrize(
    ("environment", "workers"),
    [
        ({}, 8),
        ({"HETDP_PROCESSES": "4"}, 2),
        ({"WEB_CONCURRENCY": "16"}, 1),
        ({"HETDP_PROCESSES": "0"}, 8),
        ({"HETDP_PROCESSES": "²"}, 8),
        ({"HETDP_PROCESSES": "9" * 5000}, 8),
    ],
)
def test_servers_of_one_machine_share_its_cores(environment, workers):
    assert pool.workers(environment, 8) == workers


def test_the_pool_has_a_process_a_core_at_most():
    assert pool.workers({}, 1) == 1
    assert pool.shared().workers >= 1
