"""The options of a match and the named rulebooks: what they may be, what contradicts, how they read."""
