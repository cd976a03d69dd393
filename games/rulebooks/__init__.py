"""Presets and custom rulebooks, and the pages to read, compare and edit them.

For other packages: `catalogue`, `commands`, `documents`, `explanations`, `measuring`, `owners`,
`played_examples`, `views`.
"""
