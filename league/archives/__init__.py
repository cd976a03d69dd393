"""Everything about a person as one archive: asked for on a page, made by a worker.

For other packages: `making`.
"""
