"""People who watch: a crowd with open streams, and a visitor who looks for hidden cards."""
