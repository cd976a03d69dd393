"""A match as a fold over its events: commands, events, state, and what a seat may see of it."""
