"""The rules of competitions, in plain Python: no Django, no clock, no dice.

For other packages: `ratings`, `roster`.
"""
