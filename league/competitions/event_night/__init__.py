"""The event itself: rooms, screens, print-outs, the timer, calls for the referee."""
