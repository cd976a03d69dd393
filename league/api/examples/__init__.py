"""Programs to begin with: they know the site by its API alone."""
