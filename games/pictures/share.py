"""The preview of a page on other sites: its address, its picture, and words for links to it."""

from dataclasses import dataclass

WIDTH, HEIGHT = 1200, 630
"""The usual size of previews in pixels."""


@dataclass(frozen=True)
class Share:
    """Addresses with scheme and host. `is_public`: everybody may see the page, so it has a preview.

    `is_by_link`: everybody with these addresses may see it.
    `preview` is a picture in the size of previews, if `png` has another size.
    """

    address: str
    png: str
    svg: str
    title: str
    words: str
    is_public: bool
    is_by_link: bool = False
    preview: str = ""
    width: int = WIDTH
    height: int = HEIGHT

    @property
    def card(self) -> str:
        """The address of the picture in the size of previews."""
        return self.preview or self.png
