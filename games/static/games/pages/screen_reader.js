// Says every move once to screen readers, in an element that no answer replaces, and who is to move.
"use strict";
(() => {
  const announcer = document.querySelector("#said");
  const SPOKEN = 5000; // what was read out goes, so that nobody meets it twice

  const newest = () => Math.max(0, ...[...document.querySelectorAll("#recent [data-step]")].map((line) => Number(line.dataset.step)));
  const isMine = () => document.querySelector("#hand.hand--turn") !== null;

  let last = newest();
  let wasMine = isMine();

  const say = (words) => {
    const line = document.createElement("p");
    line.textContent = words;
    announcer.append(line);
    setTimeout(() => line.remove(), SPOKEN);
  };

  const sayMoves = () => {
    const moves = [...document.querySelectorAll("#recent [data-step]")].filter((line) => Number(line.dataset.step) > last);
    for (const move of moves.reverse()) say(move.textContent);
    last = Math.max(last, newest());
    const mine = isMine();
    if (mine && !wasMine) say(gettext("Your turn."));
    wasMine = mine;
  };

  document.addEventListener("table:say", (event) => say(event.detail));
  // Not at once after the swap: until then elements still wear the attributes of the ones they replace.
  document.addEventListener("htmx:afterSettle", sayMoves);
})();
