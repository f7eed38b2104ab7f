"""One control that the URL remembers: key, limits, default, and how its value is written."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np

from hetdp_core.figures.figure import finite
from hetdp_core.figures.formats import exactly
from hetdp_core.grids import preferred_numbers
from hetdp_core.profiles import HIGHEST, LOWEST
from hetdp_core.validate import fraction_of_percent

Kind = Literal["whole", "number", "choice", "text", "flag", "several", "file"]


MAX_TEXT = 2000


@dataclass(frozen=True)
class Control:
    """One control: what it is called, what it may be set to, where it starts, how it is drawn.

    default : None for a number that follows other settings at first, as `placeholder` says.
    low, high : what it accepts; where it holds several options, `high` is how many at most.
    options : labels by key; a label is part of links.
    was : keys of some of them by what older links call them.
    slider : the values people use, which a slider covers; None for an entry alone.
    ends : words at both ends of the slider.
    row : whether the options stand in a row, not in a list.
    guards : what it is the privacy level of: a "user", a "feature", a "report", an "answer", or all
        "answers"; "" where it is none.
    field : of the settings that it sets, for `settings`, where that is not called as its key,
        which links keep.
    means : what the field holds, from what the control holds and its label; None for the same.
    """

    key: str
    label: str
    kind: Kind
    default: float | str | bool | tuple[str, ...] | None
    low: float = -math.inf
    high: float = math.inf
    options: Mapping[Any, str] | None = None
    was: Mapping[str, Any] | None = None
    help: str = ""
    placeholder: str = ""
    slider: tuple[float, float] | None = None
    step: float = 0.01
    logarithmic: bool = False
    ends: tuple[str, str] = ("", "")
    row: bool = False
    guards: str = ""
    field: str = ""
    means: Callable[[Any, str], Any] | None = None

    def setting(self, state: Mapping[str, Any]) -> Any:
        """Return what the field holds in a state; `HetDPError` where that breaks a rule."""
        held = state[self.key]
        return held if self.means is None else self.means(held, self.label)

    @cached_property
    def stops(self) -> tuple[float, ...]:
        assert self.slider is not None, f"{self.key} has no slider"
        low, high = self.slider
        if self.logarithmic:
            return tuple(preferred_numbers(low, high).tolist())
        return tuple(np.linspace(low, high, 1 + round((high - low) / self.step)).round(9).tolist())

    def nearest_stop(self, value: float) -> int:
        """Return the place of the stop nearest to any number, by ratio if logarithmic."""
        along_slider = np.log if self.logarithmic else np.asarray
        inside = min(max(value, self.stops[0]), self.stops[-1])
        return int(np.argmin(np.abs(along_slider(self.stops) - along_slider(inside))))

    def usable(self, value: object) -> float | None:
        """Return the number that a browser sent, or None where this control does not accept it."""
        number = finite(value)
        return self._number(number) if number is not None and self._accepts(repr(number)) else None

    def parse(self, texts: Sequence[str]) -> Any:
        """Return what the widget holds where the URL says this; the default where unusable."""
        several = self.kind == "several"
        counting = list(dict.fromkeys(texts)) if several else texts[-1:]
        too_many = several and len(counting) > self.high
        if not counting or too_many or not all(map(self._accepts, counting)):
            return self.start
        values = [self._value(text) for text in counting]
        return values if several else values[0]

    def _value(self, text: str) -> Any:
        if self.options is not None:
            today = (key for key, label in self.options.items() if label == text)
            return next(today, (self.was or {}).get(text))
        return text if self.kind == "text" else self._number(text)

    def written(self, value: Any) -> list[str]:
        """Return how the URL says that the widget holds `value`; the inverse of `parse`."""
        options = self.options or {}
        values = value if self.kind == "several" else [value] * (value is not None)
        return [options.get(each, str(each)) for each in values]

    def in_words(self, value: Any) -> str:
        """Return what the widget holds, for a list of settings."""
        return ("on" if value else "off") if self.kind == "flag" else self._shown(value)

    @property
    def name(self) -> str:
        return self.label.removesuffix(" =")

    @cached_property
    def start(self) -> Any:
        """What the widget holds at first; nobody changes a list of it."""
        if isinstance(self.default, tuple):
            return [*self.default]
        is_number = self.kind in ("whole", "number") and self.default is not None
        return self._number(self.default) if is_number else self.default

    def _number(self, value: Any) -> float:
        return int(float(value)) if self.kind == "whole" else float(value) + 0.0  # no −0.0

    def problem(self, texts: Sequence[str]) -> str | None:
        """Return one sentence if a URL's value (or values) cannot be used as it stands."""
        several = self.kind == "several"
        if not several and len(texts) > 1:
            return f"The link gives “{self.key}” {len(texts)} times. The last value is used."
        back = f"The default, {self._shown(self.start)}, is used instead."
        if several and len(set(texts)) > self.high:
            return (
                f"The link gives “{self.key}” {len(set(texts))} values, and it takes at most "
                f"{self.high:g}. {back}"
            )
        wrong = [text for text in texts if not self._accepts(text)]
        if not wrong:
            return None
        return (
            f"The link contains an invalid value ({self.key}={wrong[-1][:30]}) for “{self.name}”, "
            f"which takes {self.accepted}. {back}"
        )

    def labelled(self, value: Any) -> str:
        mark = "" if self.label.endswith("=") else ":"
        return f"{self.label}{mark} {self.in_words(value)}"

    def _shown(self, value: Any) -> str:
        if value is None:
            return self.placeholder
        if self.kind in ("whole", "number"):
            return exactly(value)
        return ", ".join(self.written(value)) or "none"

    @property
    def accepted(self) -> str:
        if self.options is not None:
            return "one of " + ", ".join(self.options.values())
        if self.kind == "text":
            return f"a text of at most {MAX_TEXT:,} letters"
        if self.kind == "whole":
            return f"a whole number from {self.low:,.0f} to {self.high:,.0f}"
        return f"a number from {exactly(self.low)} to {exactly(self.high)}"

    def _accepts(self, text: str) -> bool:
        if self.kind == "text":
            return len(text) <= MAX_TEXT
        if self.options is not None:
            return text in (*self.options.values(), *(self.was or {}))
        try:
            value = float(text)
        except ValueError:
            return False
        is_of_kind = self.kind == "number" or value.is_integer()
        return self.low <= value <= self.high and is_of_kind


def named_in(module: Mapping[str, object]) -> tuple[Control, ...]:
    return tuple(value for value in module.values() if isinstance(value, Control))


def whole_number(text: str, low: int, high: int) -> int | None:
    """Return the number that a text of plain digits means; None for any other text or number.

    high : at most eight digits long.
    """
    plain = text.isascii() and text.isdecimal() and len(text) <= 8
    return int(text) if plain and low <= int(text) <= high else None


def level_control(
    key: str,
    label: str,
    default: float | None,
    slider: tuple[float, float],
    help: str = "",
    *,
    low: float = LOWEST,
    high: float = HIGHEST,
    ends: tuple[str, str] = ("more private", "less private"),
    **more: Any,
) -> Control:
    """Return a positive number over orders of magnitude: a privacy level, a budget, λ."""
    more |= {"help": help, "slider": slider, "logarithmic": True, "ends": ends}
    return Control(key, label, "number", default, low, high, **more)


def share_control(key: str, label: str, default: int, help: str, **more: Any) -> Control:
    """Return a share: state and address hold percent, and a field a number from 0 to 1."""
    more |= {"help": help, "slider": (0, 100), "step": 1, "means": fraction_of_percent}
    return Control(key, label, "whole", default, 0, 100, **more)


def choice_control(
    key: str, label: str, options: Mapping[str, str], help: str, default: str = "", **more: Any
) -> Control:
    """Return a choice of one option: the first, if no other is named."""
    first = default or next(iter(options), "")
    return Control(key, label, "choice", first, options=options, help=help, **more)


def flag_control(key: str, label: str, on: bool, help: str, **more: Any) -> Control:
    options = {True: "true", False: "false"}
    return Control(key, label, "flag", on, options=options, help=help, **more)


def whole_control(
    key: str, label: str, default: int, limits: tuple[float, float], help: str, **more: Any
) -> Control:
    return Control(key, label, "whole", default, *limits, help=help, **more)


def settings(state: Mapping[str, Any], *controls: Control) -> dict[str, Any]:
    """Return what some controls set, by field; `HetDPError` where one of them breaks a rule."""
    return {control.field or control.key: control.setting(state) for control in controls}
