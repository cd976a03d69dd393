"""The lessons of the page "How to play": each is a position in card notation, with what the others do in it.

The visitor is A. `before` is played first; after each move of the visitor the others try `replies`.
"""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

OTHERS: Final = ("Bo", "Cy", "Di")
"""The players beside the visitor, clockwise; no lesson has more."""


@dataclass(frozen=True)
class Lesson:
    """A position to try something in; `is_explained` if words of its own stand before it.

    With `each_anew` the next card is tried in the same position, when the turn has gone to somebody else.
    """

    key: str
    english_task: str
    given: str
    before: tuple[str, ...] = ()
    replies: tuple[str, ...] = ()
    rulebook: str = "classic"
    is_explained: bool = True
    each_anew: bool = False

    @property
    def task(self) -> str:
        """The task of the visitor."""
        return _(self.english_task)


LESSONS: Final = (
    Lesson(
        "match",
        gettext_noop("Which of your cards can you play? You can also draw."),
        "A: r4 g2 yS b9 | B: y1 y2 y3 y4 | C: b1 b2 b3 g5 | draw r7 y8 b7 | top r9 | turn A",
    ),
    Lesson(
        "actions",
        gettext_noop("Try all three. Who plays next?"),
        "A: g3 g5 gS gR g+ | B: y1 y2 y3 | C: b1 b2 b3 | D: r1 r2 r3 | draw r7 y8 b7 | top g7 | turn A",
        replies=("B accept",),
        each_anew=True,
    ),
    Lesson(
        "wild",
        gettext_noop("Nothing matches but your Wild. Play it and choose a colour."),
        "A: w b3 b6 y8 | B: y1 y2 y3 | C: b1 b2 b3 | draw r7 y7 b7 | top r5 | turn A",
    ),
    Lesson(
        "bluff",
        gettext_noop("Cy has played a Wild Draw Four. The colour was red. Take four cards, or challenge?"),
        "A: g5 g6 y1 | B: y2 y3 y4 | C: w4 b2 b8 r3 | draw r7 y7 b7 g8 r1 r2 y9 | top r5 | turn C",
        before=("C play w4 g",),
        is_explained=False,
    ),
    Lesson(
        "no-bluff",
        gettext_noop(
            "Cy has played another Wild Draw Four. The colour was blue. Take four cards, or challenge?"
        ),
        "A: g5 g6 y1 | B: y2 y3 y4 | C: w4 g2 y8 r3 | draw r7 y7 b7 g8 r1 r2 y9 | top b5 | turn C",
        before=("C play w4 g",),
        is_explained=False,
    ),
    Lesson(
        "uno",
        gettext_noop("You have two cards. Play one with the call, and then try it without."),
        "A: b4 b6 | B: y1 y2 y3 | C: b1 b2 b3 | draw r7 y7 b7 | top b8 | turn A",
        replies=("B catch A",),
    ),
    Lesson(
        "catch",
        gettext_noop("Cy has one card left and did not call. Catch Cy before you play."),
        "A: y2 g5 r8 | B: r1 r2 r3 | C: y6 b3 | draw r7 y7 b7 | top y9 | turn C",
        before=("C play y6",),
        is_explained=False,
    ),
    Lesson(
        "out",
        gettext_noop("Play your last card. You have 430 points so far."),
        "A: r7 | B: y3 bS | C: g9 w | draw r1 y7 b7 | top r2 | turn A | uno A called "
        "| total A=430 B=310 C=120",
    ),
    Lesson(
        "elimination",
        gettext_noop("The same in an elimination to 500: Bo has 430 points and Cy has 120."),
        "A: r7 | B: y3 bS w | C: g9 w | draw r1 y7 b7 | top r2 | turn A | uno A called "
        "| total A=95 B=430 C=120",
        rulebook="elimination-500",
    ),
)
"""In the order of the page."""


def lesson(key: str) -> Lesson | None:
    """Return the lesson with this key; None if there is none."""
    return next((lesson for lesson in LESSONS if lesson.key == key), None)
