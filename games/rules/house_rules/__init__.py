"""Commands of house rules: jump-ins, Customizable cards, waiting moves."""
