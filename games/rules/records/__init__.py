"""Match records: the text of a whole match, read, written and checked."""
