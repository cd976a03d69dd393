"""What a view takes and answers, said beside it: the schema for programs and its tests read it there."""

from collections.abc import Callable, Collection
from typing import Any, Final, NamedTuple, TypeVar

View = TypeVar("View", bound=Callable[..., Any])

_MARK: Final = "contract"


class Contract(NamedTuple):
    """What one method of one address takes and answers.

    `shape` is the serializer of the answer, or a schema as it stands; `sent` of the body, where the view
    does not name it as its `form`; `asked` of what stands behind `?`. `refuses` are statuses of its own;
    `moved` is the shape of a 301.
    """

    shape: Any
    status: int = 200
    sent: Any = None
    asked: Any = None
    refuses: Collection[int] = ()
    media: str = ""
    moved: Any = None


def answers(shape: Any, status: int = 200, **more: Any) -> Callable[[View], View]:
    """Say of the method of a view what it takes and answers."""

    def mark(view: View) -> View:
        setattr(view, _MARK, Contract(shape, status, **more))
        return view

    return mark


def contract_of(method: Any) -> Contract | None:
    """Return what was said of a method."""
    found: Contract | None = getattr(method, _MARK, None)
    return found
