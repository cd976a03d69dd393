"""Real processes for tests: web server, worker, Redis, and a proxy before them."""
