"""The options of a match and the named rulebooks: their values, contradictions and texts."""
