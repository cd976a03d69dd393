// The choices of a card open above the hand, over the piles: the cards and the other players stay in sight.
"use strict";
(() => {
  const GAP = 8;

  const place = (dialog) => {
    const hand = document.querySelector("#hand .cards")?.getBoundingClientRect();
    if (!hand) return;
    const { height } = dialog.getBoundingClientRect();
    const top = Math.min(hand.top, innerHeight) - height - GAP;
    dialog.style.top = `${Math.max(GAP, top)}px`;
    dialog.style.bottom = "auto";
  };
  const opened = () => document.querySelector("#hand .popover.colours:popover-open");

  document.addEventListener("toggle", ({ target, newState }) => {
    if (newState === "open" && target.matches("#hand .popover.colours")) place(target);
  }, true);
  addEventListener("resize", () => opened() && place(opened()));
})();
