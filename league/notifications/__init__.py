"""Notices to players, on pages, by e-mail and on devices: once, and only if they want them.

For other packages: `account_emails`, `call_notices`, `dispatch`, `email_addresses`,
`join_and_claim_notices`, `kinds`, `notice_emails`, `notices`, `recipients`, `scoresheet_notices`,
`task_requests`, `turn_notices`, `zone_field`.
"""
