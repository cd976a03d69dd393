"""The event store: append-only streams, chained by hashes, guarded by triggers of the database."""
