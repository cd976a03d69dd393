"""Words for senders of commands, the headline of a table, refusals, and the scripts of pages."""
