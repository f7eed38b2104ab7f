"""The decision room: up to three ways to answer side by side, and a page to print."""
