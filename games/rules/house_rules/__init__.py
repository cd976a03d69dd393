"""Commands that only house rules know: jump-ins, customized cards, waiting moves."""
