"""Who is the same person: players merged and set apart, and players claimed by people with an account."""
