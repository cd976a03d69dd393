"""Management of the app from the command line."""
