"""The commands of a competition: which are possible, and their consequences."""
