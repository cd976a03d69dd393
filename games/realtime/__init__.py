"""New versions of tables, published after the commit and streamed to open pages and programs.

`publisher` notifies this process and others, `transports` carry notifications between processes, `subscriber`
receives them, `table_stream` and `player_stream` stream versions to pages and programs.

For other packages: `event_stream`, `player_stream`, `publisher`, `table_stream`.
"""
