"""The catalogs of the languages: sentences of the sources, what they are elsewhere, and compiled files."""
