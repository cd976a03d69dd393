"""The views of competitions, for pages."""
