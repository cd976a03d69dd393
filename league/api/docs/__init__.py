"""The page that explains the API to people, made of its schema."""
