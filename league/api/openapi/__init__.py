"""The OpenAPI schema: what it says of every address, and where it is served.

For other packages: `codes`, `meanings`, `written_schema`.
"""
