"""The night itself: where matches are played, screens, paper, the timer, calls for the referee."""
