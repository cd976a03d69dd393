"""Play-outs over small integer arrays: one source, plain Python, and compiled where numba is installed.

For other packages: `boards`, `compiling`, `layout`, `matches`.
"""
