"""A reader's answer and the truth, drawn into the figure that answers the question.

`guesses` does so for numbers, `choices` for options that the figure shows.
"""

from hetdp_core.figures.marks.choices import ANSWER, THE_TRUTH, Thing, with_choice
from hetdp_core.figures.marks.guesses import PLACES, with_guess
from hetdp_core.figures.marks.kinds import GUESS, TRUTH, Mark, Scale
