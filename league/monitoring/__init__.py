"""Monitoring for operators: metrics, traces, probes, request ids, their page and their notices.

For other packages: `conditions`, `last_runs`, `metrics_folder`, `queue_lengths`, `task_signals`,
`tracing`, `watch`.
"""
