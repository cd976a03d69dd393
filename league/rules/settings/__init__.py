"""The announced settings of a competition: its stages, points, divisions, venues and labels.

For other packages: every module.
"""
