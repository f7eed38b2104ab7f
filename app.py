"""The page frame: navigation and configuration, the shared scenario in the sidebar."""

from pages.shared import navigation, scenario

page = navigation.navigate()
scenario.notice_url()
with scenario.published(scenario.sidebar(navigation.about_users(page))):
    page.run()
