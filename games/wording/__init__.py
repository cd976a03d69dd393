"""Words for events, senders of commands, refusals, and the scripts of pages."""
