"""What pages, refusals and notices say about a report, by the kind of what was reported."""

from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.models import Report

Kind = Report.Kind
Text = str | Promise


class Sentences(NamedTuple):
    """The sentences about reports of one kind."""

    report: Text
    attached: Text
    is_own: Text
    to_decide: Text
    decided: Text
    hide: Text
    was_hidden: Text
    banned: Text = ""


OF: Final = {
    Kind.MESSAGE: Sentences(
        report=_("Report this message"),
        attached=_("The message is attached. Its author does not learn who reported it."),
        is_own=_("This is your own message."),
        to_decide=_("Someone reported a message. Read it and decide."),
        decided=_("Your report about a message is decided. Open it to read the reason."),
        hide=_("Hide the message"),
        was_hidden=_("The message was hidden."),
        banned=_("After a report about a message of yours, you cannot write in chats for some days."),
    ),
    Kind.COMMENT: Sentences(
        report=_("Report this comment"),
        attached=_("The comment is attached. Its author does not learn who reported it."),
        is_own=_("This is your own comment."),
        to_decide=_("Someone reported a comment. Read it and decide."),
        decided=_("Your report about a comment is decided. Open it to read the reason."),
        hide=_("Remove the comment"),
        was_hidden=_("The comment was removed."),
        banned=_("After a report about a comment of yours, you cannot write in chats for some days."),
    ),
    Kind.NAME: Sentences(
        report=_("Report this name"),
        attached=_("The name is attached. The player does not learn who reported it."),
        is_own=_("This is your own name."),
        to_decide=_("Someone reported a name. Read it and decide."),
        decided=_("Your report about a name is decided. Open it to read the reason."),
        hide=_("Replace the name with a number"),
        was_hidden=_("The name was replaced."),
    ),
}


def already_reported(kind: str) -> str:
    """Return what is said about a second report of the same."""
    sentences = {
        Kind.MESSAGE: _("You have reported this message already."),
        Kind.COMMENT: _("You have reported this comment already."),
        Kind.NAME: _("You have reported this name already."),
    }
    return str(sentences[Kind(kind)])
