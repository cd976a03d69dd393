"""Programs elsewhere are told what happens in a club."""
