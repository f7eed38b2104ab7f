"""Guided lessons: a step sets the controls, asks for a prediction, and shows what is true."""
