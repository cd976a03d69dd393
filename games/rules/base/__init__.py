"""What all rules rest on: refusals, the language of sentences, spelling, and reproducible chance."""
