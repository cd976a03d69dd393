"""What players and tables are called to whoever reads."""
