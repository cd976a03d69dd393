"""The event store: append-only streams, chained by hashes and protected by triggers of the database."""
