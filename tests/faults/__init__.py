"""What a table has to survive: real processes are killed, cut off and confused while matches run."""
