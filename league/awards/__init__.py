"""The closing of a competition: who has won, who goes up and down, and the awards."""
