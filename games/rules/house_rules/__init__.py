"""Commands of house rules: jump-ins, Customizable cards, waiting moves.

For other packages: every module.
"""
