"""Who plays in a competition: entering, the order of strength, the check-in."""
