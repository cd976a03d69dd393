"""The closing of a competition: winners, promotion and relegation, and the awards."""
