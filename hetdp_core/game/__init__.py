"""Bet against the noise: something private is released, and a fact about one person is bet on.

The fact is as likely as not, the player sees what was released, and bets or passes.  L is the log
of how many times as likely the release is if the fact is true.  A player who bets by the sign of L
is right with probability e^|L| / (1 + e^|L|), and |L| never exceeds the privacy level.  `rules`
holds what all games share; `games` has one of each topic.
"""

from hetdp_core.game.games import answers_game, mean_game, regression_game, report_game
from hetdp_core.game.rules import ROUNDS, allowed, deal, perfect, score
