// The cards in the hand: in which order they lie, and how far they are scrolled.
"use strict";

// The order of the cards in my hand: by colour or by number, and in one deal as they were dragged. It stays after every
// move, and the browser remembers it. A card that is new goes to the right of those that were dragged.
(() => {
  const KEY = "hand";
  const SLIP = 12; // pixels
  const SYMBOLS = 13;
  const BLACK = 52;
  const kept = () => {
    try {
      const order = JSON.parse(localStorage.getItem(KEY));
      return order && typeof order === "object" ? order : {};
    } catch (error) {
      if (!(error instanceof DOMException || error instanceof SyntaxError)) throw error;
      return {};
    }
  };
  const thisDeal = () => `${location.pathname} ${document.querySelector("#table")?.dataset.deal}`;
  let { by, at, dragged } = kept();
  const isByHand = () => at === thisDeal() && Array.isArray(dragged) && dragged.length > 0;
  const keep = () => {
    try {
      localStorage.setItem(KEY, JSON.stringify({ by, at, dragged }));
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
  };

  const list = () => document.querySelector("#hand .cards");
  const items = () => [...(list()?.children || [])];
  const cardOf = (item) => item.querySelector("[data-does]");
  const number = (item) => Number(cardOf(item).dataset.does);
  const colours = (item) => number(item);
  const numbers = (item) => (number(item) < BLACK ? (number(item) % SYMBOLS) * 4 + Math.floor(number(item) / SYMBOLS) : number(item));
  const places = (item) => {
    const place = dragged.indexOf(cardOf(item).id);
    return place < 0 ? dragged.length : place;
  };
  const order = () => (isByHand() ? "hand" : by === "number" ? by : "colour");
  const RANKS = { colour: colours, number: numbers, hand: places };

  const lean = (place, count) => Math.round((2 * place - (count - 1)) * 8 / Math.max(count - 1, 8));
  const arrange = () => {
    const all = items();
    const rank = RANKS[order()];
    const sorted = [...all].sort((item, other) => rank(item) - rank(other) || colours(item) - colours(other));
    if (sorted.every((item, place) => item === all[place])) return;
    const active = document.activeElement;
    list().append(...sorted);
    sorted.forEach((item, place) => {
      for (const name of [...item.classList]) if (name.startsWith("lean-")) item.classList.remove(name);
      item.classList.add(`lean-${lean(place, sorted.length)}`);
    });
    if (active !== document.activeElement) active.focus({ preventScroll: true });
  };

  const show = () => {
    arrange();
    const button = document.querySelector("#sort-cards");
    if (!button) return;
    button.hidden = items().length < 2;
    button.querySelector("[data-words]").textContent = order() === "colour" ? gettext("Sort by number") : gettext("Sort by colour");
  };
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element && event.target.closest("#sort-cards"))) return;
    by = order() === "colour" ? "number" : "colour";
    dragged = [];
    keep();
    show();
  });

  const moved = (item, target) => {
    const all = items();
    const isLater = all.indexOf(target) > all.indexOf(item);
    all.splice(all.indexOf(item), 1);
    all.splice(all.indexOf(target) + (isLater ? 1 : 0), 0, item);
    dragged = all.map((element) => cardOf(element).id).filter(Boolean);
    at = thisDeal();
    keep();
    show();
  };

  // A card is dragged sideways; up and down the page scrolls as ever. Cards without a button have no id to remember.
  let held = null;
  let wasDragged = false;
  const drop = () => {
    if (!held) return;
    held.item.style.translate = "";
    held.item.classList.remove("is-dragged");
    held = null;
  };
  document.addEventListener("pointerdown", (event) => {
    wasDragged = false;
    const item = event.target instanceof Element ? event.target.closest("#hand .cards__item") : null;
    if (!item || event.button || !cardOf(item).id) return;
    held = { item, x: event.clientX, y: event.clientY };
  });
  document.addEventListener("pointermove", (event) => {
    if (!held) return;
    if (!held.item.isConnected) return drop();
    const [aside, down] = [event.clientX - held.x, event.clientY - held.y];
    if (!wasDragged && (Math.abs(aside) < SLIP || Math.abs(aside) < Math.abs(down))) return;
    wasDragged = true;
    held.item.classList.add("is-dragged");
    held.item.style.translate = `${aside}px ${down}px`;
  });
  document.addEventListener("pointerup", (event) => {
    if (!held) return;
    const { item } = held;
    const isDropped = wasDragged && item.isConnected;
    const target = isDropped && document.elementFromPoint(event.clientX, event.clientY)?.closest("#hand .cards__item");
    drop();
    if (target && target !== item) moved(item, target);
  });
  document.addEventListener("pointercancel", drop);
  document.addEventListener("click", (event) => {
    if (!wasDragged) return;
    wasDragged = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  document.addEventListener("dragstart", (event) => {
    if (held) event.preventDefault();
  });

  // By keyboard: Shift and an arrow move the card in focus.
  document.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const item = document.activeElement?.closest("#hand .cards__item");
    if (!step || !event.shiftKey || !item || !cardOf(item).id) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const target = items()[items().indexOf(item) + step];
    if (target) moved(item, target);
  }, true);

  for (const swapped of ["htmx:afterSwap", "htmx:afterSettle"]) document.addEventListener(swapped, show);
  show();
})();

// What is more than four rows on a phone scrolls in its room, and stays where it was scrolled to.
(() => {
  const cards = () => document.querySelector("#hand .cards");
  let scrolled = 0;
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.target?.id === "table") scrolled = cards()?.scrollTop || 0;
  });
  document.addEventListener("htmx:afterSettle", () => {
    if (scrolled && cards()) cards().scrollTop = scrolled;
    scrolled = 0;
  });
})();
