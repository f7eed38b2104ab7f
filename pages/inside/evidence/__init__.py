"""Every table, figure and example of the papers beside ours."""
