"""The event itself: rooms, screens, print-outs, the timer, calls for the referee.

For other packages: `calls`, `night`, `overview`, `own_tables`, `shown_round`, `table_codes`,
`table_scorekeepers`, `tables_in_play`, `timer`, `who_enters`.
"""
