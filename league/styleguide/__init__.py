"""The style guide: how everything on the site looks, for those who build it."""
