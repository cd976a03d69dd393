"""The text notation of commands, states and scenarios, both ways."""
