"""What pytest should not read."""

collect_ignore = ["made_up/door.py"]  # a page: Streamlit runs it
