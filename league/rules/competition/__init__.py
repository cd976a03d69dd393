"""A competition as a fold over its events: commands, events, state and stage.

For other packages: `commands`, `draft`, `draw_parts`, `event_values`, `evolve`, `match_names`, `stage`,
`state`.
"""
