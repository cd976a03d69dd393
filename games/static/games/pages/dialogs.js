// Where the dialogs of a table open: whose turn it is and the time that is left stay in sight beside them. The choices
// of a card open between the seats and that line; without room there at the foot of the window, so that the other players
// stay in sight in any case. On a wide screen they open left of the top card, and where they would cover a seat there, over
// chat and last moves; on a phone held across below the cards.
"use strict";

// The edges of what nobody may miss; nothing where it is scrolled out of sight.
const lineOfTheTurn = () => {
  const parts = document.querySelectorAll("#felt :is(.turn--pending, .turn__words, .turn__facts, .clock)");
  const boxes = [...parts].map((part) => part.getBoundingClientRect()).filter((box) => box.height);
  const top = Math.min(...boxes.map((box) => box.top));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  const right = Math.max(...boxes.map((box) => box.right));
  return boxes.length && bottom > 0 && top < innerHeight ? { top, bottom, right } : null;
};

(() => {
  const GAP = 8;
  const isWide = matchMedia("(min-width: 1000px)");
  const isAcross = matchMedia("(max-width: 999px) and (max-height: 499px)");

  const put = (dialog, top, room) => {
    Object.assign(dialog.style, { top: `${top}px`, bottom: "auto", marginBlock: "0", overflowY: "auto", maxHeight: room ? `${room}px` : "" });
  };
  const boxOf = (selector) => document.querySelector(selector)?.getBoundingClientRect();
  const beside = (dialog, hand, top, width, height) => {
    const chat = boxOf("#chat");
    const left = (boxOf("#top-card") || chat).left - GAP - width;
    const isOver = (box) => box.right > left && box.left < left + width && box.bottom > top && box.top < top + height;
    const isFree = top >= GAP && ![...document.querySelectorAll("#felt .seat")].some((seat) => isOver(seat.getBoundingClientRect()));
    const upper = isFree ? top : Math.max(GAP, chat.top, Math.min(hand.top, innerHeight - GAP - height));
    put(dialog, upper, isFree ? height : innerHeight - GAP - upper);
    Object.assign(dialog.style, { left: `${isFree ? left : chat.left}px`, right: "auto" });
  };
  // What is unfolded grows on the side on which they opened.
  const between = (dialog, line, height) => {
    const above = line.top - 2 * GAP;
    const below = innerHeight - line.bottom - 2 * GAP;
    const isFree = height <= line.top - GAP - Math.max(GAP, boxOf("#felt .seats").bottom);
    if (!dialog.querySelector("details[open]")) dialog.dataset.side = isFree || height > below ? "above" : "below";
    if (dialog.dataset.side === "above") put(dialog, Math.max(GAP, line.top - GAP - height), above);
    else put(dialog, Math.max(line.bottom + GAP, innerHeight - GAP - height), below);
  };
  const place = (dialog) => {
    dialog.style.cssText = "max-height: none";
    const { height, width } = dialog.getBoundingClientRect();
    dialog.style.cssText = "";
    const hand = dialog.matches("#hand .colours") && boxOf("#hand .cards");
    const line = lineOfTheTurn();
    if (hand && line && isWide.matches) return beside(dialog, hand, line.top - GAP - height, width, height);
    if (hand && line && !isAcross.matches) return between(dialog, line, height);
    const last = innerWidth - width - GAP;
    let left = hand && Math.max(GAP, Math.min(hand.left + (hand.width - width) / 2, last));
    if (hand && isAcross.matches) {
      put(dialog, Math.max(GAP, Math.min(hand.bottom + GAP, innerHeight - GAP - height)), innerHeight - 2 * GAP);
    } else if (line) {
      const above = line.top - 2 * GAP;
      const below = innerHeight - line.bottom - 2 * GAP;
      if (height > Math.max(above, below) && last > line.right) {
        put(dialog, Math.max(GAP, (innerHeight - height) / 2), innerHeight - 2 * GAP);
        left = last;
      } else if (height <= above || above >= below) put(dialog, Math.max(GAP, line.top - GAP - height), above);
      else put(dialog, line.bottom + GAP, below);
    } else if (hand) put(dialog, Math.max(GAP, Math.min(hand.top, innerHeight) - height - GAP));
    if (left) Object.assign(dialog.style, { left: `${left}px`, right: "auto" });
  };
  // On a wide screen what is unfolded grows where it is.
  const grow = (dialog) => {
    dialog.style.maxHeight = `${innerHeight - 2 * GAP}px`;
    const { top, height } = dialog.getBoundingClientRect();
    dialog.style.top = `${Math.max(GAP, Math.min(top, innerHeight - GAP - height))}px`;
  };
  const placeOpened = ({ target }) => {
    const opened = document.querySelector("#felt") && document.querySelector(".popover:popover-open");
    if (!opened) return;
    const { scrollTop } = opened;
    if (isWide.matches && target instanceof HTMLDetailsElement && opened.contains(target)) grow(opened);
    else place(opened);
    opened.scrollTop = scrollTop;
  };
  // The choices without UNO are shown in the room that there is, and folded when the dialog closes.
  const fold = ({ target, newState }) => {
    if (target.matches(".popover > details[open]")) target.parentElement.scrollTop = target.parentElement.scrollHeight;
    else if (newState === "closed") for (const half of target.querySelectorAll(".choices--silent")) half.open = false;
  };

  // Before it is painted for the first time; `toggle` may come a frame later.
  document.addEventListener("beforetoggle", ({ newState }) => newState === "open" && requestAnimationFrame(placeOpened), true);
  document.addEventListener("toggle", placeOpened, true);
  document.addEventListener("toggle", fold, true);
  document.addEventListener("htmx:afterSettle", placeOpened);
  for (const moved of ["resize", "scroll"]) addEventListener(moved, placeOpened, { passive: true });
})();
