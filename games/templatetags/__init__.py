"""What templates of all apps may draw."""
