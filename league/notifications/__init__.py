"""Notices to players, on pages and by e-mail: once, and only if they want them.

For other packages: `account_emails`, `addresses`, `call_notices`, `dispatch`, `kinds`, `emails`, `notices`,
`recipients`, `request_notices`, `scoresheet_notices`, `task_requests`.
"""
