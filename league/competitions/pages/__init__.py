"""Read models of the pages of a competition."""
