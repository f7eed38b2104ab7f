"""The errors a user can act on.

Everything the project raises on purpose is one of these.  Pages catch
`HetDPError` and show its text; any other exception is a bug and is not hidden.
"""

from __future__ import annotations

LONGEST = 200
"""Letters of each part of a message: it quotes what was given, which may be of any length."""


def shortened(text: str, most: int = LONGEST) -> str:
    """Return the text, or its beginning and "…" where it has more than `most` letters.

    >>> shortened("a long word", 6), shortened("short", 6)
    ('a lon…', 'short')
    """
    return text if len(text) <= most else f"{text[: most - 1]}…"


class HetDPError(Exception):
    """Base of all errors raised on purpose."""


class InvalidInput(HetDPError, ValueError):
    """An argument breaks its rule.

    The message names the argument, the rule and the value that was given, and says in a second
    sentence what to do, where there is such a remedy.  A page can show it as it is.  It is plain
    text, of which each part is shortened; anything that shows it as Markdown has to escape it.

    >>> str(InvalidInput("epsilon", "must be positive", -1.0, "use 0.1 for strong privacy"))
    'epsilon must be positive (given: -1.0). Use 0.1 for strong privacy.'
    """

    def __init__(self, name: str, rule: str, value: object, remedy: str = "") -> None:
        self.name, self.rule, self.value, self.remedy = name, rule, value, remedy
        title, broken, actual = shortened(name), shortened(rule), shortened(str(value))
        begun = f"{broken[:-1]}; " if broken.endswith(")") else f"{broken} ("
        advice = f" {remedy[0].upper()}{shortened(remedy)[1:]}." if remedy else ""
        super().__init__(f"{title} {begun}given: {actual}).{advice}")

    def __reduce__(self) -> tuple[type[InvalidInput], tuple[str, str, object, str]]:
        """Pickle by the four parts: an exception's default is its message alone."""
        return type(self), (self.name, self.rule, self.value, self.remedy)


class NextStep(HetDPError, ValueError):
    """Something is still to be chosen or uploaded; nothing went wrong: pages say so without red."""


class SolverFailed(HetDPError):
    """A numerical solver stopped without a solution it can vouch for."""


class ClusterFailed(HetDPError):
    """A Dask cluster cannot be used, or was lost in the middle of a sweep."""


class BudgetExhausted(HetDPError):
    """A privacy filter refused: the request could exceed the budget."""


class OutOfTime(HetDPError):
    """A search was stopped before it had an answer."""
