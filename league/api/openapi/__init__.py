"""The OpenAPI schema: what it says of every address, and where it is served."""
