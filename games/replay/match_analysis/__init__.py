"""The analysis of a match in its replay: curves of chances, sentences, and where the result came from.

For other packages: `facts`, `page`, `result_parts`, `sentences`, `shown_choice`.
"""
