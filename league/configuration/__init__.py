"""The configuration of a site: the environment, the log, the durable cache.

For other packages: `environment`, `folders`, `quotas`, `request_id`.
"""
