"""Kinds of answers side by side: with two outputs, with k levels, with Gaussian noise."""
