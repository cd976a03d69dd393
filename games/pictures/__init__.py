"""Pictures drawn by the server, for whoever shows them elsewhere: plain shapes, written as SVG and as PNG."""
