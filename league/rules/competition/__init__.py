"""A competition as a fold over its events: commands, events, state and stage."""
