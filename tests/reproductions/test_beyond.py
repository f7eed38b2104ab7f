"""Claims beyond the papers: each is borne out by its own numbers, and could have failed."""

import math
import re
from dataclasses import replace
from pathlib import Path

import pytest

from hetdp_core.errors import InvalidInput
from hetdp_core.reproductions import CLAIMS, RECIPES, claim_cards, stored
from hetdp_core.reproductions.beyond import NOTE, Kind, claim_card

ROOT = Path(__file__).parents[2]


def test_every_section_of_the_note_has_one_claim_in_its_order():
    note = (ROOT / NOTE).read_text(encoding="utf-8")
    sections = [int(number) for number in re.findall(r"^## (\d+)\.", note, flags=re.MULTILINE)]
    assert [claim.section for claim in CLAIMS] == sections


@pytest.mark.parametrize("one", claim_cards(), ids=lambda one: one.claim.title)
def test_a_claim_is_borne_out_and_its_command_names_a_recipe(one):
    judged = [found.agrees for found in one.findings if found.agrees is not None]
    assert judged
    assert all(judged)
    assert one.claim.recipe in RECIPES
    assert one.claim.command.endswith(f" {one.claim.recipe}")
    assert all(isinstance(row.kind, Kind) for row in one.claim.evidence)


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.title)
def test_other_numbers_contradict_the_claim(claim):
    """A card that could not fail would say nothing."""

    def spoiled(recipe):
        result = stored(recipe)
        return replace(result, values=dict.fromkeys(result.values, math.nan))

    with pytest.raises(InvalidInput, match="borne out"):
        claim_card(claim, spoiled)


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.title)
def test_a_claim_without_a_judged_number_is_refused(claim):
    shown = tuple(
        replace(one, check=replace(one.check, at_least=-math.inf, at_most=math.inf))
        for one in claim.evidence
    )
    with pytest.raises(InvalidInput, match="no number that could contradict it"):
        claim_card(replace(claim, evidence=shown))
