"""What happened, who acts and what is refused, in words."""
