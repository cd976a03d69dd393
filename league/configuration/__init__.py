"""How a site is configured: the environment, the log, the cache that keeps what it must."""
