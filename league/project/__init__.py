"""The site as an ASGI application: streams, threads, and access to clubs.

For other packages: every module.
"""
