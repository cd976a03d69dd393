"""A picture as a list of plain shapes, which SVG and PNG draw alike."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from games.pictures.fonts import width as width_of

Point = tuple[float, float]


@dataclass(frozen=True)
class Box:
    """A rectangle with round corners."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    radius: float = 0


@dataclass(frozen=True)
class Shape:
    """A polygon."""

    points: Sequence[Point]
    fill: str


@dataclass(frozen=True)
class Disc:
    """A filled circle."""

    x: float
    y: float
    radius: float
    fill: str


@dataclass(frozen=True)
class Text:
    """A line of text; `y` is its middle, `anchor` whether `x` is its start, middle or end."""

    x: float
    y: float
    size: float
    words: str
    fill: str
    anchor: str = "start"
    is_bold: bool = False


AnyShape = Box | Shape | Disc | Text


@dataclass
class Drawing:
    """A picture: its size, its shapes from the bottom to the top, and its description."""

    width: int
    height: int
    words: str
    shapes: list[AnyShape] = field(default_factory=list)


def scaled(shape: AnyShape, by: float, left: float = 0, top: float = 0) -> AnyShape:
    """Return a shape scaled by a factor and then moved to the right and down."""
    match shape:
        case Box():
            x, y, width, height = shape.x * by + left, shape.y * by + top, shape.width * by, shape.height * by
            return replace(shape, x=x, y=y, width=width, height=height, radius=shape.radius * by)
        case Shape():
            return replace(shape, points=[(x * by + left, y * by + top) for x, y in shape.points])
        case Disc():
            x, y, radius = shape.x * by + left, shape.y * by + top, shape.radius * by
            return replace(shape, x=x, y=y, radius=radius)
        case Text():
            return replace(shape, x=shape.x * by + left, y=shape.y * by + top, size=shape.size * by)


def fitted(drawing: Drawing, width: int, height: int, fill: str) -> Drawing:
    """Return a drawing centred in a frame of another size, as large as possible."""
    by = min(width / drawing.width, height / drawing.height)
    left, top = (width - drawing.width * by) / 2, (height - drawing.height * by) / 2
    shapes = [scaled(shape, by, left, top) for shape in drawing.shapes]
    return Drawing(width, height, drawing.words, [Box(0, 0, width, height, fill), *shapes])


def cut(words: str, size: float, width: float, *, is_bold: bool = False) -> str:
    """Return a text that fits into a width, with an ellipsis if it is cut."""
    if width_of(words, size, is_bold=is_bold) <= width:
        return words
    room = width - width_of("…", size, is_bold=is_bold)
    most = bisect_right(
        range(1, len(words)), room, key=lambda count: width_of(words[:count], size, is_bold=is_bold)
    )
    return f"{words[: max(1, most)].rstrip()}…"


def wrapped(words: str, size: float, width: float, lines: int, *, is_bold: bool = False) -> list[str]:
    """Return a text as at most some lines that fit into a width."""
    all_lines = [""]
    for word in words.split():
        longer = f"{all_lines[-1]} {word}".strip()
        if cut(longer, size, width, is_bold=is_bold) == longer or not all_lines[-1]:
            all_lines[-1] = longer
        else:
            all_lines.append(word)
    shown = all_lines[:lines]
    if len(all_lines) > lines:
        shown[-1] = cut(" ".join(all_lines[lines - 1 :]), size, width, is_bold=is_bold)
    return [cut(line, size, width, is_bold=is_bold) for line in shown]
