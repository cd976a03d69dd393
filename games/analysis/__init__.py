"""The analysis of a finished match: its worth to each seat, step by step, and the cost of each choice.

Nothing of a running match is ever worked out. Rows can be dropped and made again.

For other packages: `analysis_file`, `calibration`, `challenges`, `deal`, `evaluation`, `findings`,
`highlights`, `kinds`, `knowledge`, `marks`, `match`, `positions`, `queries`, `queue`, `seats`, `worker`.
"""
