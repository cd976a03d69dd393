"""What each command of organizers does, in a line: their addresses share one view."""

from typing import Final

COMMAND_WORDS: Final = {
    "registration/open": "Open the registration: players enter by themselves.",
    "registration/close": "Close the registration.",
    "check-in/open": "Open the check-in, with the code that is read out at the door.",
    "check-in/close": "Close the check-in; with `no_shows` take out who is not here.",
    "here": "Check entrants in or out at the desk.",
    "seed": "Put the entrants in order: by hand, by lot, by rating or by earlier standings.",
    "substitute": "Let somebody else go on for an entrant.",
    "teams": "Say whom entrants play for.",
    "lines": "Add a bonus or a penalty to the standings of a stage.",
    "lines/withdraw": "Take a bonus or a penalty back.",
    "tiebreaks": "Choose the order of the tie-breaks of a stage.",
    "timer/start": "Let the time of a round run.",
    "timer/extend": "Give all tables more time, or that of one match.",
    "timer/pause": "Let no time run.",
    "timer/resume": "Let the time run on.",
    "timer/stop": "Put the timer away.",
    "withdraw": "Take an entrant out.",
    "reinstate": "Take somebody in again who was taken out.",
    "start": "Start the competition: the first stage begins.",
    "entries": "Enter members of the club, in this order.",
    "draft": "Propose the next draw; one that takes long comes a little later.",
    "draft/swap": "Let two seats of the draft change places.",
    "draft/seating": "Make a draft of a seating that you send: who sits where.",
    "draft/discard": "Throw the draft away.",
    "publish": "Publish the draft: the matches get their tables.",
    "pause": "Let the competition rest: nothing is drawn or started.",
    "resume": "Let a paused competition go on.",
    "cancel": "Call the competition off.",
    "archive": "Put a competition away that is over.",
    "restore": "Take a competition back that was put away.",
    "go-on": "Let come now what waits behind a correction.",
}
"""By the end of the address."""
