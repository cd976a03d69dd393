"""The site as one ASGI application: streams, threads, and who may see a club."""
