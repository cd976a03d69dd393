"""Puzzles: positions of finished public matches with one clearly best move, and the answers of players.

A worker makes them of analysed matches. A puzzle shows what its seat could see, and names nobody; it goes
with the analysis, and is not shown while its match is not public.

For other packages: `making`, `overview`.
"""
