// Cards that move: what was laid flies from where it was held to the pile, what was drawn from the pile to the hand, and
// hands that change places from seat to seat.
"use strict";
(() => {
  const { EASE, LENGTH, fly, from, isCalm, place } = flight;
  const MOST = 8;

  let before = null;

  const cardsOf = (seat) => [...(seat?.querySelectorAll(".backs, .seat__count") || [])].map(place).find((box) => box.width) || place(seat);
  const hand = () => new Map([...document.querySelectorAll("#hand .cards [id]")].map((card) => [card.id, place(card)]));
  const counts = () => new Map([...document.querySelectorAll(".seat[data-count]")].map((seat) => [seat.id, Number(seat.dataset.count)]));
  const laid = () => {
    const top = document.querySelector("#top-card");
    return top ? top.dataset.laid + top.firstElementChild?.getAttribute("aria-label") : "";
  };
  const drawPile = () => place(document.querySelector(".pile .card--back"));

  const passed = () => [...document.querySelectorAll("#passed-hands li")].map((item) => item.dataset);
  const newest = () => Math.max(0, ...passed().map((each) => Number(each.step)));

  const seen = () => ({ hand: hand(), counts: counts(), laid: laid(), pile: drawPile(), passed: newest() });

  const showLaid = (gone) => {
    const top = document.querySelector("#top-card");
    const seat = document.getElementById(top.dataset.by || "");
    const source = cardsOf(seat) || gone[0]; // I have no seat on the felt
    fly(top, source);
  };

  const showDrawn = (old, source = old.pile) => {
    const cards = [...document.querySelectorAll("#hand .cards [id]")];
    let late = 0;
    for (const card of cards) {
      const was = old.hand.get(card.id);
      const now = place(card);
      if (!was && late < MOST) {
        fly(card, source, 50 * late);
        late += 1;
      } else if (was && (Math.abs(was.left - now.left) > 1 || Math.abs(was.top - now.top) > 1)) {
        fly(card, was);
      }
    }
  };

  const ghost = (source, target, delay) => {
    const pile = document.querySelector(".pile .card--back");
    if (!pile || !source || !target) return;
    const card = pile.cloneNode(true);
    card.classList.add("ghost");
    card.style.left = `${source.left}px`;
    card.style.top = `${source.top}px`;
    card.style.width = `${source.width}px`;
    document.body.append(card);
    const there = from(target, source);
    card.animate([{ transform: "none", opacity: 1 }, { transform: there, opacity: 0.6 }], { duration: LENGTH, delay, easing: EASE, fill: "backwards" }).finished.finally(() => card.remove());
  };

  const showOthers = (old) => {
    for (const [id, count] of counts()) {
      const more = count - (old.counts.get(id) ?? count);
      const target = cardsOf(document.getElementById(id));
      for (let each = 0; each < Math.min(more, 4); each += 1) ghost(drawPile(), target, 70 * each);
    }
  };

  // As wide as a card in the middle of a place, from which a hand goes or to which it comes.
  const middleOf = (name) => {
    const box = name === "centre" ? place(document.querySelector("#felt .piles")) : name === "me" ? place(document.querySelector("#hand")) : cardsOf(document.getElementById(name));
    const width = drawPile()?.width * 0.6 || 0;
    return box && { left: box.left + (box.width - width) / 2, top: box.top + box.height / 2 - 0.75 * width, width, height: 1.5 * width };
  };
  const showPassed = (hands, old) => {
    for (const { giver, taker } of hands) {
      const isLate = giver === "centre";
      for (let each = 0; each < 3; each += 1) ghost(middleOf(giver), middleOf(taker), 70 * each + (isLate ? LENGTH : 0));
    }
    const mine = hands.findLast((each) => each.taker === "me");
    if (mine) showDrawn({ ...old, hand: new Map() }, middleOf(mine.giver));
    else showDrawn(old);
  };

  document.addEventListener("htmx:beforeSwap", (event) => {
    before = event.detail.target?.id === "table" && !isCalm() && document.querySelector("#felt") ? seen() : null;
  });
  document.addEventListener("htmx:afterSettle", () => {
    const old = before;
    before = null;
    if (!old || !document.querySelector("#felt")) return;
    if (laid() && laid() !== old.laid) {
      const now = new Set(hand().keys());
      showLaid([...old.hand].filter(([id]) => !now.has(id)).map(([, box]) => box));
    }
    const hands = passed().filter((each) => Number(each.step) > old.passed);
    if (hands.length) {
      showPassed(hands, old);
      return;
    }
    showDrawn(old);
    showOthers(old);
  });
})();
