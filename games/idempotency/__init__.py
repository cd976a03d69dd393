"""Carry out a command once, however often it is sent."""
