"""Import and export of players, entrants and results as spreadsheets.

For other packages: `csv_sheet`, `earlier_results`, `exports`, `imports`, `seatings`.
"""
