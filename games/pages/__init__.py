"""The pages of a table: its context, forms, fragments and views."""
