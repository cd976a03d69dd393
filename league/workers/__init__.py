"""What Celery runs on: the broker without a server, beat, and processes for long work."""
