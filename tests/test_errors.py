"""Messages of errors: one sentence that stays short, whatever it quotes."""

from __future__ import annotations

import pickle

from hetdp_core.errors import InvalidInput


def test_a_message_stays_short_and_the_error_keeps_what_was_given() -> None:
    long = "x" * 100_000
    error = InvalidInput(long, long, long, long)
    assert len(str(error)) < 1_000
    assert str(error).count("…") == 4
    assert error.value == long
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
