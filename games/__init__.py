"""One match at one table: the rules, the log, live tables and replays."""
