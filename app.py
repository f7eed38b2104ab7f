"""The page frame: navigation and configuration, the shared scenario in the sidebar."""

from pages.shared import navigation, presets, report, scenario, state
from pages.shared.browser_history import keep_one_entry_an_act

page = navigation.navigate()
keep_one_entry_an_act()
state.arrive()
scenario.notice_url()
presets.take_from_link()
with scenario.published(users_open=navigation.about_users(page)):
    page.run()
report.offer()
presets.drop_if_left()
state.mark_version()
