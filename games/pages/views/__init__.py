"""Views of a table: moves, seats, spectators, chat, referee, shuffles."""
