"""What a finished match was worth to each seat, step by step, and what each choice cost.

Nothing of a running match is ever worked out. Rows can be dropped and made again.

For other packages: `findings`, `highlights`, `kinds`, `marks`, `queries`, `queue`, `seats`, `worker`.
"""
