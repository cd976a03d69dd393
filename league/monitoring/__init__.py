"""What operators see of a running site: metrics, probes, request ids, the page and the notices of operators.

For other packages: `conditions`, `metrics_folder`, `queue_lengths`, `records`, `task_signals`, `watch`.
"""
