"""Questions of the odometer with an ε of their own: listed, or from a file."""

from streamlit.testing.v1 import AppTest

from tests.pages.app import open_page, prose, put, sentences
from tests.pages.test_own_levels import address

ODOMETER = {
    "questions": "x, x², x³ … of a number from 0 to 10",
    "budget": "2",
    "odometer_view": "Who still answers",
}


def questions_of(app, content):
    app.file_uploader(key="question_file").upload("q.csv", content).run()
    return app


def test_the_questions_of_a_stream_take_their_levels_from_a_file_that_is_in_no_link():
    listed = open_page(
        "privacy_odometer", **ODOMETER, question_levels="A list", question_list="0.7, 0.1"
    )
    app = open_page("privacy_odometer", **ODOMETER, question_levels="Uploaded file")
    assert "Upload a CSV file with one ε per line." in sentences(app.main.info)
    assert not app.error
    questions_of(app, b"epsilon\n0.7\n0.1\n")
    first = sentences(app.main.markdown)
    assert first == sentences(listed.main.markdown)
    assert "Each question has its own ε, from 0.1 to 0.7" in prose(app.caption)
    assert "composition allows **4** questions" in " ".join(first)
    assert "0.7" not in address(app)
    assert "file" not in address(app).replace("Uploaded file", "")
    put(app, meaning=True)
    assert app.radio(key="meaning_of").options[1] == "The most private level: 0.1"
    for content, says in (
        (b"0.7\ninf\n", "level of a question must be"),
        (b"0.7\n\n0.1\n", "blank line"),
        (b"1\n" * 1001, "number of levels must lie between 1 and 1,000"),
    ):
        questions_of(app, content)
        assert says in sentences(app.main.error)[0]
        assert first[0] in sentences(app.main.markdown)


def test_streams_with_levels_of_a_file_are_kept_for_their_session_alone():
    def streams():
        import streamlit as st

        from hetdp_core.odometer.levels import QuestionLevels
        from hetdp_core.odometer.streams.traces import TraceScenario
        from hetdp_core.profiles import ProfileSettings
        from hetdp_core.uploads import UploadedLevels
        from pages.inside.odometer import background

        file = UploadedLevels.from_csv(b"0.5\n")
        levels = QuestionLevels(ProfileSettings("uploaded", high=9.0, uploaded=file), "listed")
        for epsilon in (levels, 0.5):
            found = background.of(TraceScenario("powers", epsilon=epsilon))
            st.session_state.setdefault("found", []).append(found)

    apps = [AppTest.from_function(streams).run().run() for _ in range(2)]
    (own, shared, *again), others = (app.session_state["found"] for app in apps)
    assert again == [own, shared]
    assert own is not others[0]
    assert shared is others[1]
