"""What the templates of the league may use."""
