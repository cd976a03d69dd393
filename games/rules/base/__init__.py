"""The basis of all rules: refusals, the language of sentences, spelling, and reproducible chance."""
