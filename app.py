"""The page frame: navigation and configuration, the shared scenario in the sidebar."""

from pages.shared import navigation, scenario

page = navigation.navigate()
scenario.notice_url()
with scenario.published(users_open=navigation.about_users(page)):
    page.run()
