"""What every address of the API has in common: authentication, lists, limits, problems."""
