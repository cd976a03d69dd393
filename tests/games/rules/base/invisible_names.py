"""Names in which there is something that nobody can see, or nothing that anybody can."""

UNSEEN = [
    "\u200b",
    "\u3164",
    "\u2800 \u2800",
    "\u200d",
    "\u0301",
    "\ufeff",
    "A\u202enna",
    "Ana\u200b",
    "A\x07na",
]
