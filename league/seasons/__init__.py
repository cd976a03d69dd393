"""What a season with divisions comes to, on pages: who goes up and down, and who plays off."""
