"""How to play: a page that teaches the game, with small positions that the rules play."""
