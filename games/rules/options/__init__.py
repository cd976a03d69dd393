"""The options of a match and the named rulebooks: their values, contradictions and texts.

For other packages: `card_meanings`, `combinations`, `option_text`, `option_texts`, `options`,
`rulebooks`, `statements`.
"""
