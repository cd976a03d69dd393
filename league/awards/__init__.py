"""The closing of a competition: winners, promotion and relegation, and the awards.

For other packages: `closings`, `logs`, `movements`, `summary`.
"""
