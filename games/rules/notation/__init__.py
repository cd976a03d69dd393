"""The text notation of commands, states and scenarios, both ways.

For other packages: `examples`, `expectations`, `notation`, `positions`, `scenario_files`.
"""
