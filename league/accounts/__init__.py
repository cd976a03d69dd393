"""People: log-ins, e-mail addresses, second factors, sessions."""
