"""One match at one table: the rules, the log, live tables and replays.

For other packages: `admin`, `forms`, `htmx`, `metrics`, `models`, `quotas`, `signals`, `turns`.
"""
