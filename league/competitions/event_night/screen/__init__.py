"""The projector of a hall: tables, seats by name, standings or bracket, the timer, the champion."""
