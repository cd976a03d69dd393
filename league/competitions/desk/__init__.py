"""The desk of organizers: what comes next, and what they may do."""
