"""The basis of all rules: refusals, the language of sentences, spelling, and reproducible chance.

For other packages: every module.
"""
