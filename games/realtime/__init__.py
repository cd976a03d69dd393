"""New versions of tables, published after the commit and streamed to open pages and programs.

`publisher` notifies this process and others, `transports` carry notifications between processes, `subscriber`
receives them, `watched_versions` and `player_stream` stream versions to pages and programs.

For other packages: `player_stream`, `publisher`, `server_sent_events`, `transports`, `watched_versions`.
"""
