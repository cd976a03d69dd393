"""What operators see of a running site: metrics, traces, probes, request ids, their page and their notices.

For other packages: `conditions`, `metrics_folder`, `queue_lengths`, `records`, `task_signals`, `tracing`,
`watch`.
"""
