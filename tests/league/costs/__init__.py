"""What every operation costs with its largest input on a site that is full: a table, held by tests."""
