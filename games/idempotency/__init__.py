"""A command is carried out once, however often it is sent."""
