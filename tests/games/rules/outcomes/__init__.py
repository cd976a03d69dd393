"""A second opinion on what a command leads to: rules.md read again, slowly and without the engine's parts.

A table goes on by itself from the commands alone; what it then shows is held against the engine's state.
Nothing here is fast or clever: it follows the sections of rules.md, whose numbers stand beside it.
"""
