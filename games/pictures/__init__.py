"""Pictures drawn by the server to share on other sites: plain shapes, written as SVG and as PNG.

For other packages: `fonts`, `response`, `shapes`, `share`.
"""
