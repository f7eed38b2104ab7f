"""Errors and ideas along a control: what a figure follows."""
