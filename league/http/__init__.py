"""Common parts of HTTP answers: headers, limits, languages, refusals and outages.

For other packages: `choices`, `daily_counts`, `encryption`, `expected_version`, `forwarded`,
`languages`, `outages`, `problems`, `qr_code`, `rate_limit`, `refusal_status`, `refusals`,
`rejected_requests`, `security_headers`, `time_zones`, `url_numbers`.
"""
