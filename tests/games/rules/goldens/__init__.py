"""Whole deals written down move by move, so that any change of the game is seen as a change of a text."""
