"""The page about the API: a short guide, and the reference that Swagger UI draws from the schema."""
