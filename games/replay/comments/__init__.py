"""Comments on the steps of a finished match: write, take back, remove and read them.

For other packages: `views`.
"""

from games.replay.comments.messages import LONGEST, MOST, read, remove, say, take_back

__all__ = ["LONGEST", "MOST", "read", "remove", "say", "take_back"]
