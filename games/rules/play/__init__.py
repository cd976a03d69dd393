"""The course of play: laying, drawing, effects, calling UNO, going out, scoring."""
