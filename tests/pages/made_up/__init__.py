"""A topic that nobody needs, to see what it takes to add one."""
