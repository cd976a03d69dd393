"""Provable shuffles: commitments, the orders that follow from them, and their check."""
