"""Provable shuffles: commitments, the orders that follow from them, and their check.

For other packages: every module.
"""
