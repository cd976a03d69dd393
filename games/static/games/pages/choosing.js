// The choices of a card open above the hand, over the piles: the cards and the other players stay in sight.
"use strict";
(() => {
  const GAP = 8;

  const place = (dialog) => {
    const hand = document.querySelector("#hand .cards")?.getBoundingClientRect();
    if (!hand) return;
    const { height, width } = dialog.getBoundingClientRect();
    const top = Math.min(hand.top, innerHeight) - height - GAP;
    dialog.style.top = `${Math.max(GAP, top)}px`;
    dialog.style.bottom = "auto";
    const left = Math.min(hand.left + (hand.width - width) / 2, innerWidth - width - GAP);
    dialog.style.left = `${Math.max(GAP, left)}px`;
    dialog.style.right = "auto";
  };
  const opened = () => document.querySelector("#hand .popover.colours:popover-open");

  document.addEventListener("toggle", ({ target, newState }) => {
    if (newState === "open" && target.matches("#hand .popover.colours")) place(target);
  }, true);
  addEventListener("resize", () => opened() && place(opened()));
})();
