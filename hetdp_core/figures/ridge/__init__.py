"""Figures and tables of ridge regression."""
