"""What may be done now, and what follows from it: decide, the legal commands, time-outs, the referee."""
