"""Measurements with a yardstick beside each: `make bench`."""
