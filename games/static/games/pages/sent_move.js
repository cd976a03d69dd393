// Shows in the next frame that a move is on its way: its card leaves the hand, the pile is pressed, the dialog closes.
// It is a picture of what was asked for. What happened is what the server answers; without an answer it is taken back.
"use strict";
const sentMove = (() => {
  const SENT = "is-sent";

  // A choice is made in the dialog of its card, a call stands beside the hand and goes with its card.
  const cardOf = (button) => {
    const dialog = button.closest("[popover]");
    const opener = dialog && document.querySelector(`#hand .cards [popovertarget="${dialog.id}"]`);
    return opener || document.getElementById(button.id.replace(/-uno$/, ""))?.closest("#hand .cards button");
  };

  const mark = (button) => {
    button.classList.add(SENT);
    if (button.value === "draw") document.querySelector(".pile .card--back")?.classList.add(SENT);
    if (button.name === "move") cardOf(button)?.closest(".cards__item").classList.add(SENT);
    button.closest("[popover]")?.hidePopover();
  };

  document.addEventListener("htmx:beforeSend", (event) => {
    const button = event.detail.requestConfig.triggeringEvent?.submitter;
    if (button?.closest("#table")) mark(button);
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.requestConfig.verb !== "post") return;
    for (const element of document.querySelectorAll(`.${SENT}`)) element.classList.remove(SENT);
  });

  return { cardOf };
})();
