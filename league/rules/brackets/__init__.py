"""Brackets: plans of rounds, seeding, byes, places, and separation.

For other packages: every module.
"""
