"""Users who differ, too: types of users, each with levels of its own for the features."""
