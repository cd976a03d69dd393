"""What is told of a page elsewhere: its address, its picture, and words for programs that preview links."""

from dataclasses import dataclass

WIDTH, HEIGHT = 1200, 630
"""What those programs expect."""


@dataclass(frozen=True)
class Share:
    """Addresses with scheme and host. `is_public`: everybody may see it, so previews are told of it.

    The `preview` is a picture in the size of previews, where `png` is not.
    """

    address: str
    png: str
    svg: str
    title: str
    words: str
    is_public: bool
    preview: str = ""
    width: int = WIDTH
    height: int = HEIGHT

    @property
    def card(self) -> str:
        """The address of the picture in the size that previews have."""
        return self.preview or self.png
