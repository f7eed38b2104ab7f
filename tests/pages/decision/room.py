"""What tests of the decision room share: what it shows, and its page to print."""

from hetdp_core import datasets
from hetdp_core.decision import releasing, subject_of
from hetdp_core.figures import decision as words
from hetdp_core.figures.formats import bound
from hetdp_core.profiles import ProfileSettings, make_profile
from pages.shared.text.notices import literal
from tests.pages.app import sentences

PAGE = "decision"

TWO = {"profile": "Two groups", "n": "1000", "low": "0.1", "strict": "50"}


def save(app):
    """The app after a run that offers its page to print."""
    app.run()
    labelled(app.get("download_button"), "Save as a page to print (HTML)")
    return app


def labelled(controls, label):
    (match,) = (control for control in controls if control.label.startswith(label))
    return match


def said(app):
    return "\n".join(sentences([*app.main.markdown, *app.caption]))


def shown(app, decision, exceeds=False, is_known=False):
    """The room shows exactly these options; is_known: a result of this mean is released."""
    choices = [literal(words.choice(option)) for option in decision.options]
    headings = [text[5:] for text in sentences(app.main.markdown) if text.startswith("#### ")]
    assert headings == choices
    of_options = ("Typical error", "Bets right, most exposed person")
    metrics = [metric.value for metric in app.metric if metric.label.startswith(of_options)]
    expected = [
        text
        for option in decision.options
        for text in (
            "as published"
            if is_known and not option.releases
            else literal(words.typically_off(option)),
            f"{bound(option.right)} of 100" if option.releases else "50 of 100",
        )
    ]
    assert metrics == expected
    assert literal(words.recommendation(decision, exceeds)) in said(app)
    assert literal(words.reason(decision), 1000) in said(app)
    for option in decision.options:
        assert not option.releases or f"person is {words.largest(option)}." in said(app)
        for share in option.groups:
            assert literal(words.gives_and_gets(option, share)) in said(app)


NHEFS = datasets.load("nhefs")
"""The table that is decided about at first."""


def release_of(name, everybody=False, **changes):
    subject = subject_of(NHEFS, NHEFS.info.default_column, everybody)
    profile = make_profile(ProfileSettings(kind="two_groups", **changes))
    return releasing(name, subject, profile.resized(subject.users).epsilon)


def pinned(high):
    """Settings to pin."""
    return "&".join(f"{key}={value}" for key, value in {"v": 2, **TWO, "high": high}.items())
