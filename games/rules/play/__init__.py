"""What happens in play, an idea a module: laying, drawing, effects, calling UNO, going out, scoring."""
