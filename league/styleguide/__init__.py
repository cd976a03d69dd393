"""The style guide: the look of all components, for developers."""
