"""The release page with a table, and what a test reads off it."""

import re
import secrets
from itertools import chain

import numpy as np
import pandas as pd

from hetdp_core.numerals import holds_levels
from hetdp_core.tables import declare, read_table
from tests.own_columns import own_column
from tests.pages.app import in_use, open_page, prose, sentences

PAGE = "release"
YES_OR_NO = "Each cell says yes or no"
REQUESTED, MEAN = "What each person asks for (ε)", "Publish the mean of"
OTHERS = "Describe more columns, for the other pages"
PEOPLE = 500
AGES = 30.0 + np.arange(PEOPLE) * 7 % 41 + 0.25
EPSILON = np.where(np.arange(PEOPLE) % 2, 0.2, 1.0)
CSV = "age,eps,wage\n" + "".join(
    f"{age},{level},{age * 31.5}\n" for age, level in zip(AGES, EPSILON, strict=True)
)
TRUE_MEAN = float(np.mean(AGES))


def table(text=CSV):
    raw = read_table(text.encode())
    bounds = {"age": (0.0, 120.0), "wage": (0.0, 5000.0)}
    columns = [
        own_column(name, bounds=None if holds_levels(name) else bounds.get(name, (0.0, 100.0)))
        for name in raw.names
    ]
    token = secrets.token_hex(6)
    return declare(raw, columns, f"own:{token}"), token


def with_table(dataset_and_token=None, **params):
    """The page at the step Decide, about a table that is in use."""
    return open_page(PAGE, in_use(*dataset_and_token or table()), **params)


def put_to_use(app, dataset, token):
    """Another table in use."""
    for key, held in in_use(dataset, token).items():
        app.session_state[key] = held
    return app.run()


def uploaded(text, app=None):
    """The page with a file uploaded, not yet described."""
    app = app or open_page(PAGE)
    app.file_uploader[0].set_value(("mine.csv", text.encode(), "text/csv")).run()
    return app


def sampled():
    """The page with the sample taken, described as it comes."""
    return press(open_page(PAGE), "Try it with a sample")


def about_pressure(app):
    """What the mean of the blood pressures of the sample needs is typed."""
    return fill(say(app, {MEAN: "sbp"}), lowest="60", highest="260", unit="mmHg")


def checked(app):
    """The description is used, and its cells are looked at."""
    return press(app, "Continue")


def decided(app):
    """The step after that."""
    return press(checked(app), "Continue")


def promised(app, option=0):
    """The step that publishes an option, by its place."""
    ways = [button for button in app.button if button.label.endswith(" …")]
    ways[option].click().run()
    return app


def release(app):
    """The mean is published by the first option, or again as it stands."""
    if current_step(app) == "Decide":
        promised(app)
    app.checkbox[0].set_value(True).run()
    press(app, release_button(app).label)
    return app


def release_button(app):
    """The button that publishes, whether the mean was published before or not."""
    return next(one for one in app.button if str(one.key).startswith("release_now_"))


def press(app, label):
    button(app, label).click().run()
    return app


def current_step(app):
    """The name of the step that is open."""
    return app.subheader[-1].value.split(" · ")[1]


def labelled(controls, label):
    return next(control for control in controls if control.label == label)


def say(app, entries):
    """What stands in entries, by their labels, is chosen or typed, one after another."""
    for label, said in entries.items():
        controls = (app.selectbox, app.text_input, app.toggle, app.multiselect, app.number_input)
        labelled(chain.from_iterable(controls), label).set_value(said).run()
    return app


def steps_of(app):
    """The state of each step, in the row of steps."""
    row = next(one.proto.body for one in app.get("html") if 'class="steps"' in one.proto.body)
    return re.findall(r'<li class="step-(\w+)"', row)


def button(app, label):
    return next(button for button in app.button if button.label == label)


def receipts(app):
    return [block.value for block in app.code]


def all_text(app):
    """Everything the page says, tables included."""
    kinds = (app.markdown, app.caption, app.info, app.error, app.success, app.code, app.subheader)
    metrics = [f"{metric.label} {metric.value}" for metric in app.metric]
    frames = [frame.value.to_string() for frame in app.dataframe]
    return "\n".join([*(one for kind in kinds for one in sentences(kind)), *metrics, *frames])


def literally(elements):
    return prose(elements).replace("\\", "")


def curators_block(app):
    """What stands in the block for the curator only; "" where there is none."""
    return "\n".join(_texts(app.main, inside=False, wanted=True)).replace("\\", "")


def outside_the_block(app):
    """All that a page shows, offers and asks outside that block."""
    return list(_texts(app.main, inside=False, wanted=False))


def _texts(block, inside, wanted):
    """Words, labels, values and options of elements in a block, or outside."""
    for child in block.children.values():
        if hasattr(child, "children") and child.children:
            marked = inside or (
                any(MARK in str(getattr(one, "value", "")) for one in child.children.values())
            )
            if marked == wanted:
                yield str(getattr(child, "label", ""))
            yield from _texts(child, marked, wanted)
        elif inside == wanted:
            yield _text(child)


MARK = "**For the curator only.**"


def _text(element):
    parts = [element.type, str(getattr(element.proto, "body", ""))]
    if element.type == "file_uploader":  # its file has a random number
        return element.type
    for field in ("label", "value", "options", "disabled", "help"):
        held = getattr(element, field, "")
        parts.append(held.to_string() if isinstance(held, pd.DataFrame) else str(held))
    return " | ".join(parts)


def fill(app, **entries):
    """Type into entries by the first word of their label."""
    for start, typed in entries.items():
        field = next(one for one in app.text_input if one.label.startswith(start.capitalize()))
        field.set_value(typed).run()
    return app


def bounds(app, low="0", high="120"):
    return fill(app, lowest=low, highest=high)


def averaging(column, text):
    """The page with a file uploaded, and the column chosen whose mean is published."""
    return say(uploaded(text), {MEAN: column})


def table_in_use(app):
    return app.session_state["own_table_in_use"].dataset
