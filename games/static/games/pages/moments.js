// Words on the felt at the seat they concern: what has just happened, for a moment. Nothing waits for them, the next
// touch or key sends them away, and whoever wants less motion sees them without any.
"use strict";
(() => {
  const layer = document.querySelector("#moments-layer");
  if (!layer) return;

  const AFTER_EACH_OTHER = 550;
  const SHOWN = 1900;
  const LONGER = 3400;
  const LONG = new Set(["deal-won", "match-won", "deal", "match", "says"]);
  const MOST = 5;
  const GAP = 8;

  const listed = () => [...document.querySelectorAll("#moments li")];
  const newest = () => Math.max(0, ...listed().map((item) => Number(item.dataset.step)));
  let last = newest();
  let timers = [];

  // After a match there is no hand: words about me then stand in the middle, too.
  const hand = () => [document.querySelector("#hand .cards"), document.querySelector("#hand")].find((place) => place?.offsetWidth);
  const anchor = (at) => {
    if (at === "me" && hand()) return hand();
    return (["centre", "me"].includes(at) ? null : document.getElementById(at)) || document.querySelector("#felt .piles");
  };

  // What people read while the words are there: names and counts of the players, the piles, whose turn it is.
  const READ = "#felt .seat, #felt .pile > :first-child, #felt .piles__facts, #felt .turn, #felt .clock";

  const covered = (left, top, width, height) => {
    let area = 0;
    for (const read of document.querySelectorAll(READ)) {
      const box = read.getBoundingClientRect();
      const wide = Math.min(box.right, left + width / 2) - Math.max(box.left, left - width / 2);
      const high = Math.min(box.bottom, top + height / 2) - Math.max(box.top, top - height / 2);
      if (wide > 0 && high > 0) area += wide * high;
    }
    return area;
  };

  // Words at a seat stand above or below it, where they cover less; those in the middle on the lower edge of the piles,
  // and those about me above my cards, or on their lower edge where they would cover whose turn it is.
  const topOf = (at, box, left, width, height) => {
    const above = Math.max(box.top - height / 2 - 2, height / 2 + GAP);
    if (at === "me") {
      const cards = [...document.querySelectorAll("#hand .cards .card")].map((card) => card.getBoundingClientRect());
      const before = Math.min(...(cards.length ? cards : [box]).map((card) => card.top)) - height / 2 - GAP;
      if (!covered(left, before, width, height)) return before;
      return Math.max(...(cards.length ? cards : [box]).map((card) => card.bottom)) - height / 2;
    }
    if (at === "centre") return box.bottom - height / 2;
    const below = box.bottom + height / 2 + 2;
    return covered(left, below, width, height) < covered(left, above, width, height) ? below : above;
  };

  const put = (element, at) => {
    const box = anchor(at)?.getBoundingClientRect();
    if (!box) return;
    const { offsetWidth: width, offsetHeight: height } = element; // which a movement does not scale
    const middle = box.left + box.width / 2;
    const left = Math.min(Math.max(middle, width / 2 + GAP), innerWidth - width / 2 - GAP);
    const top = topOf(at === "me" && !hand() ? "centre" : at, box, left, width, height);
    const stacked = [...layer.querySelectorAll(`[data-at="${at}"]`)].filter((shown) => shown !== element).length;
    element.style.left = `${left}px`;
    const further = top < box.top ? -1 : 1; // several words at a seat are stacked away from it
    element.style.top = `${Math.max(top + further * stacked * (height + 4), height / 2 + GAP)}px`;
  };

  const leave = (element) => {
    element.classList.add("moment--leaves");
    setTimeout(() => element.remove(), 260);
  };

  const show = ({ at, kind, words }) => {
    const element = document.createElement("p");
    element.className = `moment moment--${kind}${at === "me" ? " moment--me" : ""}`;
    element.dataset.at = at;
    element.dataset.kind = kind;
    element.textContent = words;
    layer.append(element);
    put(element, at);
    timers.push(setTimeout(leave, LONG.has(kind) ? LONGER : SHOWN, element));
    document.dispatchEvent(new CustomEvent("table:moment", { detail: { at, kind } }));
  };

  const clear = () => {
    for (const timer of timers) clearTimeout(timer);
    timers = [];
    layer.replaceChildren();
  };

  document.addEventListener("htmx:afterSettle", () => {
    const fresh = listed().filter((item) => Number(item.dataset.step) > last).slice(-MOST);
    last = Math.max(last, newest());
    fresh.forEach((item, place) => {
      const moment = { at: item.dataset.at, kind: item.dataset.kind, words: item.textContent };
      if (place) timers.push(setTimeout(show, AFTER_EACH_OTHER * place, moment));
      else show(moment);
    });
  });
  document.addEventListener("table:words", (event) => show(event.detail));
  for (const touch of ["pointerdown", "keydown"]) document.addEventListener(touch, clear);
})();
