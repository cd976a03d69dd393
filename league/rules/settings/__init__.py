"""What is announced of a competition: its stages, points, divisions, venues and labels."""
