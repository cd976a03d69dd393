// A short shield over what has just appeared, or moved, at the hand: a finger that is already on its way to what was
// there before meets nothing. After a move of one's own all of it is shielded; when others have moved, only what stands
// where something else could be tapped. A card that lies where it lay is the one that the finger is on its way to,
// whatever it may do by now. What is shielded is pale. What answers other players in time (a catch, a call, a jump-in)
// is never shielded. It holds for Enter, Space and numbers, too; a letter means the same whenever it is pressed.
"use strict";
(() => {
  const SHIELD = 500;
  const AGAIN = 700;
  const MOVED = 6; // pixels
  const RISEN = 40; // a card that fits rises, and is still the one below the finger
  const GUARDED = "#draw-pile, #hand .actions button:not(#call-uno, #slap), #hand .calls button, #hand .cards__item:not(.cards__item--jump) button, #moves > .colours button, #penalty button";
  const SHIELDED = "is-shielded";
  const CONTROLS = "#table :is(button, a[href], summary)";

  let before = null; // what could be tapped: what was guarded by id, and the boxes of all controls after moves of others
  let ends = 0;
  const guarded = () => [...document.querySelectorAll(GUARDED)];
  const does = (button) => button.dataset.does ?? button.value;
  // A card that still moves lies where it is going to.
  const boxOf = (button) => {
    const item = button.closest(".cards__item");
    if (!item) return button.getBoundingClientRect();
    const { left, top } = item.parentElement.getBoundingClientRect();
    return new DOMRect(left + item.offsetLeft, top + item.offsetTop - item.parentElement.scrollTop, item.offsetWidth, item.offsetHeight);
  };
  const boxes = (isMine) => ({
    guarded: new Map(guarded().map((button) => [button.id, { did: does(button), box: boxOf(button) }])),
    others: isMine ? null : [...document.querySelectorAll(CONTROLS)].map((control) => control.getBoundingClientRect()),
  });

  const meet = (box, other) => box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom;
  const isNew = (button) => {
    const was = before.guarded.get(button.id);
    const box = boxOf(button);
    const rise = button.dataset.does ? RISEN : MOVED;
    const isThere = was?.did === does(button) && Math.abs(box.left - was.box.left) <= MOVED && Math.abs(box.top - was.box.top) <= rise;
    return !isThere && (!before.others || before.others.some((other) => meet(box, other)));
  };

  const lower = () => {
    for (const button of document.querySelectorAll(`.${SHIELDED}`)) button.classList.remove(SHIELDED);
  };
  const shield = (buttons) => {
    if (!buttons.length) return;
    for (const button of buttons) button.classList.add(SHIELDED);
    clearTimeout(ends);
    ends = setTimeout(lower, SHIELD);
  };
  const raise = () => shield(guarded().filter(isNew));

  // Below a shielded card of a fan its neighbour continues: a tap does not fall through to it.
  const isOnShield = ({ clientX, clientY }) => {
    const { classList } = document.documentElement;
    classList.add("feels-shields");
    const meets = document.elementFromPoint(clientX, clientY)?.closest(`.${SHIELDED}`);
    classList.remove("feels-shields");
    return Boolean(meets);
  };
  // Enter and Space click where the focus is, and without a finger; letters press by script.
  const isMet = (event) => (event.detail ? isOnShield(event) : event.isTrusted && event.target.closest(`.${SHIELDED}`));
  document.addEventListener("click", (event) => {
    if (!document.querySelector(`.${SHIELDED}`) || !isMet(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  // A key that stays down presses once.
  document.addEventListener("keydown", (event) => {
    if (event.repeat && event.key === "Enter" && event.target.closest("#table button")) event.preventDefault();
  }, true);

  // Choices come to lie below the finger that unfolds or folds some of them.
  document.addEventListener("click", ({ target }) => {
    const fold = target.closest("#moves .choices--silent > summary")?.parentElement;
    if (!fold) return;
    const moved = fold.open ? fold.closest(".colours") : fold;
    shield([...moved.querySelectorAll("[type=submit]")]);
  });
  // Where there is room for choices only over the cards they open below the finger that has asked for them.
  document.addEventListener("toggle", ({ target, newState }) => {
    if (newState !== "open" || !target.matches("#moves > .colours")) return;
    const cards = [...document.querySelectorAll("#hand .cards__item button")].map(boxOf);
    const isOver = (control) => cards.some((card) => meet(control.getBoundingClientRect(), card));
    shield([...target.querySelectorAll("button, summary")].filter(isOver));
  }, true);
  // The second of two taps at a card does not close what the first has opened.
  let opened = { at: -Infinity };
  document.addEventListener("toggle", ({ target, newState }) => {
    if (target.matches("#moves > .colours")) opened = { id: target.id, at: newState === "open" ? performance.now() : -Infinity };
  }, true);
  document.addEventListener("click", (event) => {
    const opener = event.detail && event.target.closest("[popovertarget]:not([popovertargetaction])");
    if (opener && opener.getAttribute("popovertarget") === opened.id && performance.now() - opened.at < AGAIN) event.preventDefault();
  }, true);
  document.addEventListener("htmx:beforeSwap", (event) => {
    before = event.detail.target?.id === "table" && document.querySelector("#felt") ? boxes(event.detail.requestConfig.verb === "post") : null;
  });
  document.addEventListener("htmx:afterSwap", () => before && raise());
  // Until now what is there again wore the attributes of what it replaced.
  document.addEventListener("htmx:afterSettle", () => {
    if (before) raise();
    before = null;
  });
})();
