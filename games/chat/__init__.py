"""The chat of a table: write, hide and read messages.

For other packages: `bans`, `muting`, `page`, `reactions`.
"""

from games.chat.messages import LONGEST, Conversation, hide, is_open, read, say, version

__all__ = ["LONGEST", "Conversation", "hide", "is_open", "read", "say", "version"]
