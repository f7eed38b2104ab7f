"""The frame of all pages: configuration, menu, what topics share, and the server around them.

`streamlit run` imports this file once, for the server that it names `app`, and then runs it as the
main program whenever a page is to be drawn.
"""

import streamlit as st

if __name__ == "__main__":
    from pages.inside import menu
    from pages.inside.lessons import progress
    from pages.inside.overview import report
    from pages.inside.release import history, questions
    from pages.shared import limits, server
    from pages.shared.controls import address, scenario
    from pages.shared.frame import head

    server.note_session()
    page = menu.navigate()
    history.keep_in_browser()
    head.files = report.offer
    report.decided = questions.present
    address.notice()
    address.arrive(menu.own_controls(page), page.url_path)
    with limits.slot(), scenario.published(menu.panel_of(page)), menu.kept_file(page):
        progress.draw_way_back(page.url_path)
        menu.draw_above(page)
        page.run()
        address.follow()
else:
    from starlette.middleware import Middleware

    from pages.shared.server import Budget, KnownPages, Policy, ended_in_time, import_core

    import_core()
    around = [Middleware(Policy), Middleware(KnownPages), Middleware(Budget)]
    app = st.App(__file__, lifespan=ended_in_time, middleware=around)
