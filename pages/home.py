"""Home: what this is, for whom, and where to start."""

import streamlit as st

from pages.shared import navigation, present
from pages.shared.saturation_hero import saturation_hero
from pages.shared.scenario import current

scenario = current()
present.title("Privacy that differs")
st.markdown(
    "People do not all want the same privacy, columns are not all equally sensitive, and questions "
    "do not all reveal the same. This dashboard lets you set how much privacy each user, feature "
    "or query asks for, and shows at once what that costs in accuracy. It is for anyone curious "
    "about differential privacy, for lecturers in front of a class, and for those who must decide "
    "how much privacy a data release can afford."
)
st.page_link(
    navigation.HETEROGENEOUS_MEAN,
    label="**My users differ**: a mean where everybody sets their own ε",
    icon=":material/groups:",
)
st.page_link(
    navigation.FEATURE_PRIVACY,
    label="**My columns differ**: some features ask for more than others, and nobody is trusted",
    icon=":material/view_column:",
)
st.page_link(
    navigation.RIDGE,
    label="**I want to predict**: a regression where every record sets its own ε",
    icon=":material/show_chart:",
)
st.page_link(
    navigation.PRIVACY_ODOMETER,
    label="**I ask many questions**: how much was really learned, and how many more fit the budget",
    icon=":material/speed:",
)
saturation_hero(scenario)
