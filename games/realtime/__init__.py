"""News for open pages and programs: published after the commit, heard by other processes, streamed."""
