"""The replay of a match: its board after any step, what is worth finding in it, and what people say of it."""
