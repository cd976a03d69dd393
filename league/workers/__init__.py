"""The parts under Celery: a broker without a server, beat, and processes for long work.

For other packages: `file_broker`, `long_work`, `queues`.
"""
