// Words on the felt at the seat they concern: what has just happened, for a moment. Nothing waits for them, the next
// touch or key sends them away, and whoever wants less motion sees them without any.
"use strict";
(() => {
  const layer = document.querySelector("#moments-layer");
  if (!layer) return;
  const isPhone = matchMedia("(max-width: 699px), (max-width: 999px) and (max-height: 499px)");

  const AFTER_EACH_OTHER = 550;
  const SHOWN = 1900;
  const LONGER = 3400;
  const LONG = new Set(["deal-won", "match-won", "deal", "match", "deal-winner", "match-winner", "out", "says", "declined", "penalty"]);
  const AT_SEAT = new Set(["deal-winner", "match-winner"]); // shown together with the sentence that follows
  const SENTENCES = new Set(["says", "declined"]);
  const IN_ROWS = 5; // so many others sit in rows on a phone
  const MOST = 7;
  const GAP = 8;

  const listed = () => [...document.querySelectorAll("#moments li")];
  const newest = () => Math.max(0, ...listed().map((item) => Number(item.dataset.step)));
  let last = newest();
  let timers = [];
  const leaving = new WeakMap(); // the timer of each word that is shown

  const anchor = (at) => (["centre", "me"].includes(at) ? null : document.getElementById(at)) || document.querySelector("#felt .piles");

  // Nobody may miss these, least of all on turn.
  const NEEDED = ".head, #felt .turn__words, #felt .turn--pending, #felt .clock, #felt .colour, #top-card, #hand, #moments-layer .moment";
  // What a word at a seat is about, and what it changes.
  const TOLD = "#felt .seat__name, #felt .seat__facts > *, #felt .seat__mark";
  const READ = "#felt .seat, #felt .piles__fact";
  const PILES = "#felt .pile > *";
  const MARKS = ".seat__dealer, .seat__mark--uno, .seat__side";
  const WORST = 40;
  const WORSE = 8;
  const BAD = 4;
  const MOST_OF_ONE = 500;
  const AWAY = 60; // rather cover something than stand far from the seat, or from the line of the turn
  const middleOf = (box) => box.top + box.height / 2;
  // A card that still flies lies where it is going to.
  const boxOf = (read) => {
    if (!read.matches("#top-card")) return read.getBoundingClientRect();
    const around = read.offsetParent.getBoundingClientRect();
    return new DOMRect(around.left + read.offsetLeft, around.top + read.offsetTop, read.offsetWidth, read.offsetHeight);
  };

  const covered = (selector, [left, top], width, height, ...own) => {
    let area = 0;
    for (const read of document.querySelectorAll(selector)) {
      if (own.includes(read)) continue;
      const box = boxOf(read);
      const wide = Math.min(box.right, left + width / 2) - Math.max(box.left, left - width / 2);
      const high = Math.min(box.bottom, top + height / 2) - Math.max(box.top, top - height / 2);
      if (wide > 0 && high > 0) area += wide * high;
    }
    return area;
  };

  // Half a name or number is worse than none, and a long name is no worse than a short one.
  const spoilt = (selector, [left, top], width, height) => {
    const reaches = (box) => box.right > left - width / 2 + 1 && box.left < left + width / 2 - 1 && box.bottom > top - height / 2 + 1 && box.top < top + height / 2 - 1;
    const boxes = [...document.querySelectorAll(selector)].map((read) => read.getBoundingClientRect()).filter(reaches);
    return boxes.reduce((area, box) => area + Math.min(MOST_OF_ONE, (box.right - box.left) * (box.bottom - box.top)), 0);
  };

  // Places for words, the best first: below or above their seat, in it or over its name; all others above whose turn it is, beside
  // other words, or over the piles.
  const places = (element, at, box, width, height) => {
    const far = height / 2 + 2;
    const middle = box.left + box.width / 2;
    const piles = document.querySelector("#felt .piles")?.getBoundingClientRect() || box;
    const lines = [...document.querySelectorAll("#felt :is(.turn--pending, .turn__words, .clock)")].map((line) => line.getBoundingClientRect().top);
    const turn = Math.min(innerHeight, ...lines.filter((top) => top > piles.top)); // a question may stand over the head of the page
    const lying = document.querySelector("#top-card");
    const card = lying ? boxOf(lying) : box;
    const others = [...layer.children].filter((other) => other !== element).map((other) => other.getBoundingClientRect());
    const among = others.flatMap((other) => [
      [other.right + width / 2 + 4, middleOf(other)],
      [other.left - width / 2 - 4, middleOf(other)],
      [middle, other.top - far - 2],
      [middle, other.bottom + far + 2],
    ]);
    const tops = [0, 1, 2, 3].map((step) => piles.bottom - height / 2 - step * (height + 4));
    const over = [[middle, turn - far], ...among, ...[middle, card.left - 4 - width / 2].flatMap((left) => tops.map((top) => [left, top]))];
    const seat = ["centre", "me"].includes(at) ? null : document.getElementById(at);
    if (!seat) return over;
    const facts = seat.querySelector(".seat__facts")?.getBoundingClientRect().top ?? box.bottom;
    const end = box.right + 4 - width / 2;
    const beside = [0, 1, 2].flatMap((step) => [box.bottom + far + step * (height + 4), box.top - far - step * (height + 4)]);
    return [
      ...beside.map((top) => [middle, top]),
      [middle, middleOf(box)],
      ...[end, middle].map((left) => [left, facts - height / 2]),
      ...over,
    ];
  };

  const put = (element, at) => {
    const box = anchor(at)?.getBoundingClientRect();
    if (!box) return;
    const { offsetWidth: width, offsetHeight: height } = element; // which a movement does not scale
    const felt = document.querySelector("#felt").getBoundingClientRect();
    const room = Math.max(0, (felt.width - width) / 2 - GAP);
    const centre = felt.left + felt.width / 2;
    const own = anchor(at).id === at ? anchor(at) : null;
    const wanted = places(element, at, box, width, height);
    const aside = (left) => Math.max(0, Math.abs(left - box.left - box.width / 2) - (box.width + width) / 2);
    const off = (top) => Math.max(0, Math.abs(top - middleOf(box)) - (box.height + height) / 2 - 2);
    const distance = ([left, top]) => (own ? aside(left) + off(top) : Math.abs(top - wanted[0][1]));
    const price = (place) =>
      WORST * covered(NEEDED, place, width, height, element) +
      WORSE * spoilt(TOLD, place, width, height) +
      BAD * covered(PILES, place, width, height) +
      covered(READ, place, width, height, own) +
      AWAY * distance(place);
    const [first, last] = [Math.max(felt.top, GAP) + height / 2, Math.min(felt.bottom, innerHeight - GAP) - height / 2];
    const inside = wanted.filter(([, top]) => top >= first && top <= last);
    // Where the felt is scrolled away words stand below each other.
    const outside = [0, 1, 2, 3].map((step) => [centre, Math.max(first, last) + step * (height + 4)]);
    const possible = (inside.length ? inside : outside).map(([left, top]) => [Math.min(Math.max(left, centre - room), centre + room), top]);
    const [left, top] = possible.reduce((cheapest, place) => (price(place) < price(cheapest) ? place : cheapest));
    element.style.left = `${left}px`;
    element.style.top = `${top}px`;
    const isBeside = (other) => other !== element && !document.getElementById(other.dataset.at) && other.style.top === element.style.top;
    const mate = !own && [...layer.children].find(isBeside);
    if (mate) centrePair([mate, element], box.left + box.width / 2);
  };

  // Two words above whose turn it is stand in the middle together: alone there, the first would push the other over a seat.
  const centrePair = (pair, centre) => {
    const ends = pair.flatMap((word) => [-1, 1].map((side) => word.offsetLeft + (side * word.offsetWidth) / 2));
    const shift = centre - (Math.min(...ends) + Math.max(...ends)) / 2;
    for (const word of pair) word.style.left = `${word.offsetLeft + shift}px`;
  };

  // In rows of seats words take the line of the name of theirs, as wide as the seat, so that no half name sticks out
  // and no neighbour is covered. Returns whether all of them are read there.
  const takeName = (element, seat) => {
    const { left, width } = seat.getBoundingClientRect();
    const name = seat.querySelector(".seat__name").getBoundingClientRect();
    element.classList.add("moment--over-name");
    Object.assign(element.style, { width: `${width}px`, minHeight: `${name.height - 2}px`, left: `${left + width / 2}px` });
    // A mark on the edge of the seat is covered as a whole, or not at all.
    const marks = [...seat.querySelectorAll(MARKS)].map((mark) => mark.getBoundingClientRect());
    const met = marks.filter((mark) => mark.bottom - 4 > name.bottom - element.offsetHeight).map((mark) => name.bottom - mark.top);
    if (met.length) element.style.minHeight = `${Math.max(...met)}px`;
    element.style.top = `${name.bottom - element.offsetHeight / 2}px`;
    const fits = element.scrollHeight <= element.clientHeight + 1;
    element.style.textWrap = fits ? "" : "wrap"; // of what is cut, as much as possible is read
    return fits;
  };

  const leave = (element) => {
    element.classList.add("moment--leaves");
    setTimeout(() => element.remove(), 260);
  };

  // What a step brings to one place stands there together; a later step takes the place of it.
  const placed = ({ at, kind, step }) => {
    const before = [...layer.children].find((other) => other.dataset.at === at);
    if (before && step !== undefined && before.dataset.step === String(step) && !before.classList.contains("moment--leaves")) {
      clearTimeout(leaving.get(before));
      return before;
    }
    before?.remove();
    const element = document.createElement("p");
    element.className = `moment moment--${kind}${at === "me" ? " moment--me" : ""}`;
    Object.assign(element.dataset, { at, kind, step: step ?? "" });
    layer.append(element);
    return element;
  };

  const isOutOfSight = (seat) => {
    const { top, bottom } = seat.querySelector(".seat__name").getBoundingClientRect();
    return bottom <= 0 || top >= innerHeight;
  };

  // A sentence too long for that is told in the middle: the newest only.
  const tellAside = (element) => {
    layer.querySelector(".moment--aside")?.remove();
    element.classList.replace("moment--over-name", "moment--aside");
    element.style.cssText = "";
  };

  const named = (words) => {
    const name = document.createElement("bdi");
    name.textContent = words;
    return name;
  };

  const show = (moment) => {
    const { at, kind, words, by } = moment;
    const seat = document.getElementById(at);
    const isFarAway = seat && isOutOfSight(seat);
    if (isFarAway && AT_SEAT.has(kind)) return; // the sentence in the middle tells it
    const element = placed(moment);
    const line = document.createElement("span");
    line.dataset.kind = kind;
    line.textContent = words;
    element.append(line, " ");
    const isInRow = seat && !isFarAway && isPhone.matches && seat.parentElement.children.length >= IN_ROWS;
    if (!isInRow || (!takeName(element, seat) && SENTENCES.has(kind))) {
      if (isInRow) tellAside(element);
      if (by && (isFarAway || isInRow)) line.prepend(named(by), ": ");
      put(element, isInRow ? "centre" : at);
    }
    leaving.set(element, setTimeout(leave, LONG.has(kind) ? LONGER : SHOWN, element));
    timers.push(leaving.get(element));
    document.dispatchEvent(new CustomEvent("table:moment", { detail: { at, kind } }));
  };

  const clear = () => {
    for (const timer of timers) clearTimeout(timer);
    timers = [];
    layer.replaceChildren();
  };

  // My turn ends what came before.
  const onTurn = () => Boolean(document.querySelector("#hand.hand--turn"));
  let wasOnTurn = onTurn();

  document.addEventListener("htmx:afterSettle", () => {
    if (onTurn() && !wasOnTurn) clear();
    wasOnTurn = onTurn();
    const fresh = listed().filter((item) => Number(item.dataset.step) > last).slice(-MOST);
    last = Math.max(last, newest());
    let delay = 0;
    for (const item of fresh) {
      const moment = { at: item.dataset.at, kind: item.dataset.kind, words: item.textContent, step: item.dataset.step };
      if (delay) timers.push(setTimeout(show, delay, moment));
      else show(moment);
      if (!AT_SEAT.has(moment.kind)) delay += AFTER_EACH_OTHER;
    }
  });
  document.addEventListener("table:words", (event) => show(event.detail));
  for (const touch of ["pointerdown", "keydown"]) document.addEventListener(touch, clear);
})();
