"""Import and export of players, entrants and results as spreadsheets."""
