"""Common parts of HTTP answers: headers, limits, languages, refusals and outages."""
