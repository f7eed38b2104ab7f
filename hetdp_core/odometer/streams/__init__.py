"""Streams of random queries to one person, until each filter refuses."""
