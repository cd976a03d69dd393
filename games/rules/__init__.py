"""The rules of one match, in plain Python: no Django, no clock, no dice.

For other packages: `scenarios`.
"""
