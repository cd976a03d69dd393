"""Clubs: their pages, who belongs to them, and how people come and go."""
