"""Attacks on a running site (`make attacks`)."""
