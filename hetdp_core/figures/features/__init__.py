"""Figures and tables of feature privacy."""
