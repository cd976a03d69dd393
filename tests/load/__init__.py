"""Evenings under load: what a site on this machine carries, and what a move and a spectator cost."""
