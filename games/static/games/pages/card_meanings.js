// Explanations at the table: what a card does, what the signs of a seat mean, and why a bot moved as it did.
"use strict";

// What a card does: shown while it is held with a finger or the mouse, under a mouse that was moved there, where somebody
// goes by keyboard, and with `?`.
// A held card is not played when it is let go. Esc closes the sentence, and so does whatever comes next.
(() => {
  const HELD = 450;
  const RESTING = 500;
  const LEAVING = 250;
  const SLIP = 10;
  const GAP = 8;
  const tip = document.querySelector("#card-meaning");
  if (!tip) return;

  let about = null;
  let spot = "";
  let waiting = 0;
  let pressed = null; // where a finger or the mouse came down on a card
  let wasHeld = false;
  let isFar = false; // a finger needs no way to the sentence: it stands above the line of the turn

  const cardAt = (target) => (target instanceof Element ? target.closest("[data-does]") : null);
  // Where a card lies in the hand, whatever rises or leans.
  const spotOf = (card) => `${card.offsetLeft} ${card.offsetTop}`;
  const copied = (meaning) => (meaning ? [...meaning.childNodes].map((node) => node.cloneNode(true)) : []);
  // What a mouse is told of a seat by resting on its signs.
  const toldOf = (seat) => [...seat.querySelectorAll("[title]")].map(({ title }) => {
    const line = document.createElement("p");
    line.textContent = title;
    return line;
  });
  const sentences = (about) => (about.matches(".seat") ? toldOf(about) : copied(document.getElementById(`does-${about.dataset.does}`)));

  // Above the whole hand, so that no button beside the cards is covered.
  const edgeOf = (card) => {
    const hand = card.closest("#hand")?.getBoundingClientRect().top;
    return (isFar && hand !== undefined && lineOfTheTurn()?.top) || hand;
  };
  const place = (card) => {
    const box = (card.querySelector(".card") || card).getBoundingClientRect();
    const { width, height } = tip.getBoundingClientRect();
    const left = Math.min(Math.max(box.left + box.width / 2 - width / 2, GAP), innerWidth - width - GAP);
    const above = (edgeOf(card) ?? box.top) - height - GAP;
    tip.style.left = `${left}px`;
    tip.style.top = `${above >= GAP ? above : Math.min(box.bottom + GAP, innerHeight - height - GAP)}px`;
  };

  const close = () => {
    about = null;
    isFar = false;
    tip.hidden = true;
  };
  const hide = () => {
    clearTimeout(waiting);
    close();
  };
  const show = (card) => {
    clearTimeout(waiting);
    const told = sentences(card);
    if (!told.length || !card.isConnected) return;
    about = card;
    spot = spotOf(card);
    tip.replaceChildren(...told);
    tip.hidden = false;
    place(card);
  };
  const showHeld = (card, isFinger) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      isFar = isFinger;
      show(card);
      wasHeld = true;
    }, HELD);
  };
  const showToMouse = (card) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      if (card.matches(":hover")) show(card);
    }, RESTING);
  };

  // Only a mouse that was moved asks: a card that slides below a resting one says nothing.
  let mouse = null;
  const wasMoved = ({ screenX, screenY, movementX, movementY }) => {
    const moved = mouse ? mouse.x !== screenX || mouse.y !== screenY : Boolean(movementX || movementY);
    mouse = { x: screenX, y: screenY };
    return moved;
  };
  let under = null; // what the mouse came to last
  // The mouse may go on to the sentence, too, and rest there to read it.
  document.addEventListener("pointermove", (event) => {
    const { target, pointerType } = event;
    if (pointerType !== "mouse" || !wasMoved(event)) return;
    const card = cardAt(target);
    const place = card || (tip.contains(target) ? tip : null);
    if (place === under && (place || !about)) return;
    under = place;
    clearTimeout(waiting);
    if (card && card !== about) showToMouse(card);
    else if (!place && !about?.matches(":focus-visible")) waiting = setTimeout(hide, LEAVING);
  });

  // A finger cannot rest on a sign: a tap on a seat says what its signs mean.
  let touched = null;
  const seatAt = (target) => (target instanceof Element && !target.closest("a, button") ? target.closest("#felt .seat") : null);
  document.addEventListener("pointerdown", ({ target, pointerType }) => { touched = pointerType === "mouse" ? null : seatAt(target); });
  document.addEventListener("pointercancel", () => { touched = null; });
  document.addEventListener("pointerup", ({ target }) => {
    if (touched && touched === seatAt(target)) show(touched);
  });

  document.addEventListener("pointerdown", (event) => {
    hide();
    wasHeld = false;
    pressed = null;
    const card = cardAt(event.target);
    if (!card || event.button || event.ctrlKey) return;
    pressed = { x: event.clientX, y: event.clientY };
    under = card;
    showHeld(card, event.pointerType !== "mouse");
  });
  document.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (pressed && Math.hypot(clientX - pressed.x, clientY - pressed.y) > SLIP) {
      pressed = null;
      if (!wasHeld) clearTimeout(waiting);
    }
  });
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, () => {
      pressed = null;
      if (!wasHeld) clearTimeout(waiting);
    });
  }
  document.addEventListener("click", (event) => {
    if (!wasHeld) return;
    wasHeld = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  document.addEventListener("contextmenu", (event) => {
    if (wasHeld || pressed) event.preventDefault();
  });

  // Whoever goes from card to card by keyboard asks; a focus that comes by itself, or by a letter, does not.
  const GOES = new Set(["Tab", "ArrowLeft", "ArrowRight", "Home", "End"]);
  let goes = false;
  document.addEventListener("keydown", ({ key }) => {
    goes = GOES.has(key);
    setTimeout(() => { goes = false; });
  }, true);
  document.addEventListener("focusin", ({ target }) => {
    const card = cardAt(target);
    if (card && goes) show(card);
    else if (about && card !== about && !wasHeld && !about.matches(".seat")) hide();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !tip.hidden) hide();
    const card = cardAt(document.activeElement);
    if (event.key !== "?" || !card) return;
    event.preventDefault();
    show(card);
  }, true);
  // A mouse that came to rest just before the page stopped moving is still told.
  for (const moved of ["scroll", "resize"]) addEventListener(moved, close, { passive: true });
  // A hand that has moved takes its card from under the mouse; the card in focus keeps its sentence.
  document.addEventListener("htmx:afterSwap", () => {
    if (!about) return;
    const still = document.getElementById(about.id);
    const isThere = still?.dataset.does === about.dataset.does;
    if (isThere && (still === document.activeElement || spotOf(still) === spot)) show(still);
    else hide();
  });
})();

// Why bots moved as they did, below their moves: for those who want it, and at first for those who are new.
// The browser remembers the choice.
(() => {
  const KEY = "explain";
  const live = document.querySelector("#live");
  if (!live) return;
  const kept = () => {
    try {
      return localStorage.getItem(KEY);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      return null;
    }
  };
  const keep = (choice) => {
    try {
      localStorage.setItem(KEY, choice);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
  };
  const show = () => {
    const button = document.querySelector("#explain");
    if (!button) return;
    button.hidden = false;
    button.setAttribute("aria-pressed", String("explains" in live.dataset));
  };
  const set = (isOn) => {
    live.toggleAttribute("data-explains", isOn);
    show();
  };

  const choice = kept();
  set(choice ? choice === "on" : "learns" in live.dataset);
  document.addEventListener("click", ({ target }) => {
    if (!target.closest("#explain")) return;
    const isOn = !("explains" in live.dataset);
    keep(isOn ? "on" : "off");
    set(isOn);
  });
  document.addEventListener("htmx:afterSettle", show);
})();
