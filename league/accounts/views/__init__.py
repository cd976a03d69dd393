"""Views of accounts: sign-up, log-in, second factor, passkeys, tokens, the page of the account."""
