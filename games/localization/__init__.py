"""Dates, durations, lists, numbers and alphabets as the language of the reader has them (CLDR, by Babel).

For other packages: `collation`, `dates`, `durations`, `lists`, `numbers`,
`percentage_points`.
"""
