"""What a lesson is made of: steps that ask for a prediction, and then show what is true.

Their figures are those of the pages, for other settings or with something left out.
"""

from __future__ import annotations

import math
import string
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pandas as pd

from hetdp_core.calls import Call
from hetdp_core.figures.figure import drawn, without_series
from hetdp_core.figures.formats import factor, number, percent, share, unbroken
from hetdp_core.figures.marks import Mark, Thing, with_choice, with_guess
from hetdp_core.grids import preferred_numbers
from pages.shared import cache
from pages.shared.controls import catalog, state
from pages.shared.controls.state import State
from pages.shared.figure.view import View

Picture = Callable[[State], View]
"""A figure for the settings of a step."""

GOOD = ("right", "close")
"""What counts as a good guess."""


@dataclass(frozen=True)
class Place:
    """Where in the figure that answers an answer can be read off.

    where : one of `hetdp_core.figures.marks.PLACES`.
    at : of an answer, for the step's settings, in the units of the axis (or dots) there.
    says : how the mark there reads, around the answer.
    """

    where: str
    at: Callable[[State, float], float] = lambda _, value: value
    says: str = "{}"


IN_WORDS = Place("")
"""In the legend alone, for an answer that no axis of the figure speaks of."""


@dataclass(frozen=True)
class Choice:
    """A question with a few answers, one of them right.

    options : answers by a short key, which stands in links.
    answer : the key of the right one, computed for the step's settings.
    things : what the figure that answers shows of each option, for the step's settings; an option
        that it does not show is left out.
    """

    options: Mapping[str, str]
    answer: Callable[[State], str]
    things: Callable[[State], Mapping[str, Thing]] = lambda _: {}

    def shown(self, answer: str | float) -> str:
        return self.options[str(answer)]

    def accepts(self, guess: str) -> bool:
        return guess in self.options

    def judge(self, guess: str, truth: str | float) -> str:
        """Return how good a guess was: "right" or "off"."""
        return "right" if guess == truth else "off"

    def marked(self, view: View, settings: State, guess: str) -> View:
        things = self.things(settings)
        if not things:
            return view
        figure = with_choice(view.still, things, self.answer(settings), guess)
        return replace(view, figure=figure, frames=None)


@dataclass(frozen=True)
class Slider:
    """A question for a number.

    low, high : ends of the slider, which starts at the low one; the true answer lies between.
    step : of a slider with even steps; 0 for one with even steps in the logarithm.
    form : how an answer reads, as in "{} %".
    answer : computed for the step's settings.
    place : where the figure that answers shows it.
    """

    low: float
    high: float
    step: float
    form: str
    answer: Callable[[State], float]
    place: Place = IN_WORDS

    @property
    def stops(self) -> list[float]:
        """Where a logarithmic slider may stand."""
        return [float(value) for value in preferred_numbers(self.low, self.high)]

    @property
    def ends(self) -> str:
        """Both ends of the slider in words: "from 1 to 100 times", "from ε = 0.1 to 100"."""
        if self.form.startswith("{}"):
            return f"from {number(self.low)} to {self.shown(self.high)}"
        return f"from {self.shown(self.low)} to {number(self.high)}"

    def shown(self, answer: str | float) -> str:
        return self.form.format(number(float(answer)))

    def accepts(self, guess: str) -> bool:
        try:
            return self.low <= float(guess) <= self.high
        except ValueError:
            return False

    def judge(self, guess: str, truth: str | float) -> str:
        """Return how good a guess was: "right" (as it reads), "close" or "off"."""
        if self.shown(guess) == self.shown(truth):
            return "right"
        guessed, true = float(guess), float(truth)
        share = (guessed - true) / (self.high - self.low)
        off = abs(share if self._is_even else math.log10(guessed / true))
        return "close" if off <= 0.1 else "off"

    def difference(self, guess: str, truth: str | float) -> str:
        """Return in words how far off a guess is; "" where it reads like the truth."""
        if self.judge(guess, truth) == "right":
            return ""
        guessed, true = float(guess), float(truth)
        way = "high" if guessed > true else "low"
        if self._is_even:
            points = " points" if self.form == "{} %" else ""
            shown, truly = (float(f"{value:.3g}") for value in (guessed, true))  # it adds up
            return f"{number(abs(shown - truly))}{points} too {way}"
        times = max(guessed / true, true / guessed)
        if times < 1.1:  # below, a percentage reads better
            return f"{number(100.0 * abs(guessed / true - 1.0), 2)} % too {way}"
        return f"{number(times)} times too {way}"

    def marked(self, view: View, settings: State, guess: str) -> View:
        """Return the figure with the truth drawn into it, and the guess unless it is ""."""
        truth, *guesses = (
            Mark(self.place.at(settings, value), self.place.says.format(self.shown(value)))
            for value in (self.answer(settings), *([float(guess)] if guess else []))
        )
        figure = with_guess(view.still, self.place.where, truth, *guesses)
        return replace(view, figure=figure, frames=None)

    @property
    def _is_even(self) -> bool:
        """Whether a guess is off by a difference, not by a factor."""
        return bool(self.step) and "times" not in self.form


Fact = Callable[[State], object] | str | float
"""What a text names: for a step's settings, or whatever they are."""


class _Writer(string.Formatter):
    """Writes texts: `{name}` or `{name:how}` is a fact of the step or else a setting."""

    HOW: Mapping[str, Callable[[Any], str]] = {
        "percent": percent,
        "share": share,
        "factor": factor,
        "odds": lambda loss: factor(math.exp(loss)),
    }

    def __init__(self, settings: State, facts: Mapping[str, Fact]) -> None:
        self._settings, self._facts = settings, facts

    def get_value(self, key: int | str, args: Any, kwargs: Any) -> Any:
        del args, kwargs
        fact = self._facts[str(key)] if key in self._facts else self._settings[str(key)]
        return fact(self._settings) if callable(fact) else fact

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec in self.HOW:
            return self.HOW[format_spec](value)
        if isinstance(value, float) and not format_spec:
            return number(value)
        return format(value, format_spec)


@dataclass(frozen=True, kw_only=True)
class Step:
    """One idea: a situation, a question, what is true, and why.

    text : the situation in two or three sentences.
    why : one to three sentences that explain the answer.
    facts : what these three name beside the settings, as in "{n:,} users get {weight:share}":
        numbers are never typed into a text.  All are Markdown.
    params : the settings that hold in it, as a link says them.
    topic : key of the topic on whose page one may go on with them; "" for none.
    tab : on that page, the title of the tab where this figure stands; "" where it is the first.
    question : how one answers, and the truth.
    demo : draws something to try out above the figure, if there is anything.
    """

    title: str
    text: str
    ask: str
    why: str
    source: str
    before: Picture
    after: Picture
    question: Choice | Slider
    facts: Mapping[str, Fact] = field(default_factory=dict)
    params: Mapping[str, str | Sequence[str]] = field(default_factory=dict)
    topic: str = ""
    tab: str = ""
    demo: Callable[[], None] | None = None

    def __post_init__(self) -> None:
        """Refuse settings that no link could set."""
        check_params(self.params)

    @property
    def state(self) -> State:
        """The settings of the whole dashboard in this step; the reader's own do not matter."""
        return state.of_params(self.params)

    def write(self, text: str, settings: State | None = None) -> str:
        """Return a text for some settings, the step's own by default."""
        writer = _Writer(self.state if settings is None else settings, self.facts)
        return unbroken(writer.format(text))

    def truth(self) -> str | float:
        return self.question.answer(self.state)

    def answered(self, guess: str = "") -> View:
        return self.question.marked(self.after(self.state), self.state, guess)


@dataclass(frozen=True)
class Lesson:
    """Some steps that build on each other.

    key : in links.
    title, learns : what it is called, and what one will have learned.
    for_whom : what one should know before.
    needs : keys of the lessons that should come first.
    """

    key: str
    title: str
    learns: str
    for_whom: str
    minutes: int
    steps: tuple[Step, ...]
    needs: tuple[str, ...] = ()


def check_params(params: Mapping[str, str | Sequence[str]]) -> None:
    """Raise ValueError unless every parameter is a control's, and its value usable."""
    listed = {key: [texts] if isinstance(texts, str) else texts for key, texts in params.items()}
    problems = catalog.url_notices(listed) + [key for key in params if key not in catalog.BY_KEY]
    if problems:
        raise ValueError(" ".join(problems))


def at(picture: Picture, **params: str | list[str]) -> Picture:
    """Return the same figure where a link says otherwise."""
    check_params(params)
    changed = {key: state.of_params(params)[key] for key in params}

    def other(settings: State) -> View:
        meant = {**settings, **changed}
        view = picture(meant)
        return replace(view, parameters=view.parameters or meant)

    return other


def hiding(picture: Picture, *names: str) -> Picture:
    """Return the same figure without some of its series (by name or group), nor their numbers.

    For a figure that asks: its table holds what is drawn, and cannot be taken away.
    """

    def less(settings: State) -> View:
        view = _less(picture(settings), names)
        return replace(view, numbers=drawn(view.still))

    return less


def without(picture: Picture, *names: str, columns: str | tuple[str, ...] = "") -> Picture:
    """Return the same figure and table without some series (by name or group).

    For a figure that answers, where these series matter only later.

    columns : how the names of the table's columns begin that hold their numbers; "" where none
        does.
    """

    def less(settings: State) -> View:
        view = _less(picture(settings), names)
        if not columns:
            return view
        assert isinstance(view.numbers, Call)  # an answer can be taken away
        every_column = map(str, cache.value(view.numbers))
        dropped = [name for name in every_column if name.startswith(columns)]
        if not dropped:
            raise ValueError(f"{view.name}: no column begins with {columns!r}")
        return replace(view, numbers=Call(pd.DataFrame.drop, view.numbers, columns=dropped))

    return less


def _less(view: View, names: tuple[str, ...]) -> View:
    """Return a figure without some of its series, but with all of its table."""
    figure = without_series(view.still, names)
    if len(figure.data) == len(view.figure.data):
        raise ValueError(f"{view.name}: nothing of {names} to hide")
    return replace(view, figure=figure, frames=None)
