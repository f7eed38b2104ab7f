"""How streams, conversations and sweeps are computed, in steps that users can take away.

These are the calls of `cached_odometer.py`, without the caches, and what runs apart from a page.
"""

from __future__ import annotations

from hetdp_core import experiments
from hetdp_core.accounting.odometer_course import OdometerCourse, odometer_course
from hetdp_core.accounting.odometer_traces import whole_traces
from hetdp_core.accounting.stepping import Walk, walk
from hetdp_core.recipes import Call, Step
from pages.shared.background import BackgroundSweep

# --- accounting ---------------------------------------------------------------------------


def odometer(course: OdometerCourse) -> Step:
    """Streams computed to their ends, by their seed, and looked at with the present budget."""
    scenario, runs = course.scenario, course.runs
    note = "" if scenario.at_once else "Whole streams, one after the other: may take minutes."
    if course.complete < runs:
        note += f" When this was saved, {course.complete} of these {runs} had come to their end."
    traces = Call(whole_traces, scenario, tuple(range(runs))).named("traces").noted(note)
    return Call(odometer_course, scenario, traces, course.budget).named("course")


def conversation(talk: Walk) -> Step:
    """See `cached_odometer.conversation`."""
    return Call(walk, talk.settings, talk.outputs).named("talk")


# --- experiments --------------------------------------------------------------------------


def named_sweep(run: BackgroundSweep) -> Step:
    """A named sweep, run to its end."""
    found = Call(experiments.sweep, run.sweep.key).named("sweep")
    losses = Call(experiments.run, found, run.trials, run.seed).named("losses")
    return Call(experiments.summary, losses.noted("All of the sweep: may take minutes."))
