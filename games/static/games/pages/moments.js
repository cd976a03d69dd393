// Words on the felt at the seat they concern: what has just happened, for a moment. Nothing waits for them, the next
// touch or key sends them away, and whoever wants less motion sees them without any.
"use strict";
(() => {
  const layer = document.querySelector("#moments-layer");
  if (!layer) return;

  const AFTER_EACH_OTHER = 550;
  const SHOWN = 1900;
  const LONGER = 3400;
  const LONG = new Set(["deal-won", "match-won", "deal", "match", "deal-winner", "match-winner", "out", "says"]);
  const AT_SEAT = new Set(["deal-winner", "match-winner"]); // shown together with the sentence that follows
  const MOST = 7;
  const GAP = 8;

  const listed = () => [...document.querySelectorAll("#moments li")];
  const newest = () => Math.max(0, ...listed().map((item) => Number(item.dataset.step)));
  let last = newest();
  let timers = [];
  const leaving = new WeakMap(); // the timer of each word that is shown

  const anchor = (at) => (["centre", "me"].includes(at) ? null : document.getElementById(at)) || document.querySelector("#felt .piles");

  // Nobody may miss these, least of all on turn.
  const NEEDED = ".head, #felt .turn__words, #felt .turn--pending, #felt .clock, #hand, #moments-layer .moment";
  // People read these besides; a word may rather cover its own seat.
  const READ = "#felt .seat, #felt .pile > :first-child, #felt .colour";
  const WORST = 40;
  const NAMED = 8; // or nobody knows whom they concern
  const OWN = .4;
  const AWAY = 30; // rather cover something than stand far from the seat, or from the line of the turn
  const middleOf = (box) => box.top + box.height / 2;

  const covered = (selector, left, top, width, height, ...own) => {
    let area = 0;
    for (const read of document.querySelectorAll(selector)) {
      if (own.includes(read)) continue;
      const box = read.getBoundingClientRect();
      const wide = Math.min(box.right, left + width / 2) - Math.max(box.left, left - width / 2);
      const high = Math.min(box.bottom, top + height / 2) - Math.max(box.top, top - height / 2);
      if (wide > 0 && high > 0) area += wide * high;
    }
    return area;
  };

  // Places for words, the best first: beside their seat, below its name or on its edge; all others above whose turn it is, beside other
  // words, or over the piles.
  const tops = (element, at, box, height) => {
    const far = height / 2 + 2;
    const piles = document.querySelector("#felt .piles")?.getBoundingClientRect() || box;
    const turn = document.querySelector("#felt .turn__words")?.getBoundingClientRect().top ?? piles.bottom;
    const others = [...layer.children].filter((other) => other !== element).map((other) => other.getBoundingClientRect());
    const among = others.flatMap((other) => [other.top - far - 2, other.bottom + far + 2]);
    const over = [turn - far - 2, ...among, ...[0, 1, 2, 3].map((step) => piles.bottom - height / 2 - step * (height + 4))];
    if (["centre", "me"].includes(at) || !document.getElementById(at)) return over;
    const beside = [0, 1, 2].flatMap((step) => [box.bottom + far + step * (height + 4), box.top - far - step * (height + 4)]);
    const name = document.querySelector(`#${at} .seat__name`)?.getBoundingClientRect().bottom ?? box.bottom;
    return [...beside, name + far - 1, box.bottom - height / 4, box.top + height / 4, ...over];
  };

  const put = (element, at) => {
    const box = anchor(at)?.getBoundingClientRect();
    if (!box) return;
    const { offsetWidth: width, offsetHeight: height } = element; // which a movement does not scale
    const middle = box.left + box.width / 2;
    const felt = document.querySelector("#felt").getBoundingClientRect();
    const room = Math.max(0, (felt.width - width) / 2 - GAP);
    const centre = felt.left + felt.width / 2;
    const left = Math.min(Math.max(middle, centre - room), centre + room);
    const own = anchor(at).id === at ? anchor(at) : null;
    const places = tops(element, at, box, height);
    const home = own ? middleOf(box) : places[0];
    const price = (top) =>
      WORST * covered(NEEDED, left, top, width, height, element) +
      covered(READ, left, top, width, height, element, own) +
      (own ? OWN * covered(`#${at}`, left, top, width, height) : 0) +
      NAMED * covered("#felt .seat__name", left, top, width, height, element) +
      AWAY * Math.abs(top - home);
    const [first, last] = [Math.max(felt.top, GAP) + height / 2, Math.min(felt.bottom, innerHeight - GAP) - height / 2];
    const inside = places.map((top) => Math.min(Math.max(top, first), last));
    const best = inside.reduce((cheapest, top) => (price(top) < price(cheapest) ? top : cheapest));
    element.style.left = `${left}px`;
    element.style.top = `${best}px`;
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

  const show = (moment) => {
    const { at, kind, words } = moment;
    const element = placed(moment);
    const line = document.createElement("span");
    line.dataset.kind = kind;
    line.textContent = words;
    element.append(line, " ");
    put(element, at);
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
