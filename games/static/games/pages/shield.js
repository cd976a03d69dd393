// A short shield over what has just appeared, or moved, at the hand: a finger that is already on its way to what was
// there before meets nothing. What answers other players in time (a catch, a call, a jump-in) is never shielded.
"use strict";
(() => {
  const SHIELD = 500;
  const MOVED = 6; // pixels
  const GUARDED = "#draw-pile, #hand .actions button:not(#call-uno, #slap), #hand .calls button, #hand .cards__item:not(.cards__item--jump) button, #moves > .colours button";
  const SHIELDED = "is-shielded";

  let before = null;
  let ends = 0;
  const guarded = () => [...document.querySelectorAll(GUARDED)];
  const boxes = () => new Map(guarded().map((button) => [button.id, { does: button.value, box: button.getBoundingClientRect() }]));

  const isNew = (button) => {
    const was = before.get(button.id);
    if (!was || was.does !== button.value) return true;
    const { left, top } = button.getBoundingClientRect();
    return Math.abs(left - was.box.left) > MOVED || Math.abs(top - was.box.top) > MOVED;
  };

  const lower = () => {
    for (const button of document.querySelectorAll(`.${SHIELDED}`)) button.classList.remove(SHIELDED);
  };
  const raise = () => {
    const fresh = guarded().filter(isNew);
    if (!fresh.length) return;
    for (const button of fresh) button.classList.add(SHIELDED);
    clearTimeout(ends);
    ends = setTimeout(lower, SHIELD);
  };

  document.addEventListener("htmx:beforeSwap", (event) => {
    before = event.detail.target?.id === "table" && document.querySelector("#felt") ? boxes() : null;
  });
  document.addEventListener("htmx:afterSwap", () => before && raise());
  // Until now what is there again wore the attributes of what it replaced.
  document.addEventListener("htmx:afterSettle", () => {
    if (before) raise();
    before = null;
  });
})();
