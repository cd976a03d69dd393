"""Draws at tables of three to ten: searches, designs, weights and seats.

For other packages: `earlier_rounds`, `schedule_search`, `search`, `seats`, `tables`.
"""
