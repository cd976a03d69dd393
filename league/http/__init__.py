"""What every HTTP answer has in common: headers, limits, languages, refusals and outages."""
