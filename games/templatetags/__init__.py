"""Template tags and filters for all apps."""
