// The table by keyboard. Every key presses a button that is there for everybody; the list is in the dialog of `?`.
// Single letters can be switched off: some people speak to their computer.
"use strict";
(() => {
  const KEY = "keys:off";
  const dialog = document.querySelector("#keys");
  const box = document.querySelector("#keys-on");
  if (!dialog || !box) return;

  const kept = (value) => {
    try {
      if (value === undefined) return localStorage.getItem(KEY) !== null;
      if (value) localStorage.setItem(KEY, "1");
      else localStorage.removeItem(KEY);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
    return value || false;
  };
  document.querySelector("#keys-open").hidden = false;
  box.checked = !kept();
  box.addEventListener("change", () => kept(!box.checked));

  const find = (selector) => document.querySelector(selector);
  const press = (element) => {
    element?.focus({ preventScroll: true });
    element?.click();
  };
  const cards = () => [...document.querySelectorAll("#hand .cards button")];

  const step = (by) => {
    const all = cards();
    const at = all.indexOf(document.activeElement);
    const next = at < 0 ? (by > 0 ? 0 : all.length - 1) : at + by;
    all[Math.min(Math.max(next, 0), all.length - 1)]?.focus();
  };
  const end = (last) => cards().at(last ? -1 : 0)?.focus();

  const sayUno = () => {
    const card = document.activeElement?.closest("#hand .cards button");
    const withCard = card && document.getElementById(`${card.id}-uno`);
    const calls = document.querySelectorAll("#hand .calls button");
    const asks = card?.matches("[popovertarget]") ? card : null;
    press(withCard || find("#call-uno") || asks || (calls.length === 1 ? calls[0] : null));
  };

  const MOVES = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => end(false), End: () => end(true) };
  const LETTERS = {
    u: sayUno,
    d: () => press(find("#draw") || find("#draw-pile")),
    p: () => press(find("#pass")),
    a: () => press(find("#accept")),
    c: () => press(find("#challenge")),
    x: () => press(find(".catch:not([hidden]) button")),
    j: () => press(find("#hand .cards__item--jump button")),
    n: () => press(find("#deal")),
    h: () => (cards()[0] || find("#hand"))?.focus(),
    m: () => find("#chat_form input[type=text]")?.focus(),
    s: () => find("#sound")?.click(),
    "?": () => dialog.showPopover(),
  };
  // What has no letter of its own is pressed by its place: above the cards, or in the dialog that asks.
  const nth = (number) => {
    const asks = find("#moves :popover-open");
    const buttons = (asks || document).querySelectorAll(asks ? "[type=submit]" : "#hand .actions > button, #moves > .colours button");
    press(buttons[number - 1]);
  };
  // Where each partner of a swap has colours, those count at which somebody is.
  const groupIn = (place) => {
    const group = document.activeElement?.closest(".choices");
    return place.contains(group) ? group : place;
  };
  const COLOURS = { r: "red", y: "yellow", g: "green", b: "blue" };

  const isWriting = (element) => element.matches("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]");

  // On keyboards of other alphabets the key counts that bears the letter, too.
  const letterOf = ({ key, code }) => {
    if (key.length > 1) return key;
    return key > "~" && /^Key[A-Z]$/.test(code) ? code.at(-1).toLowerCase() : key.toLowerCase();
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isWriting(event.target)) return;
    const open = document.querySelector(":popover-open");
    const key = letterOf(event);
    let does;
    if (MOVES[key]) does = open ? undefined : MOVES[key];
    else if (!box.checked) return;
    else if (COLOURS[key] && (open || find("#moves > .colours"))) {
      const place = open || find("#moves > .colours");
      does = () => press(groupIn(place).querySelector(`.colour-button--${COLOURS[key]}`));
    } else if (/^[1-9]$/.test(key) && (!open || open.closest("#moves"))) does = () => nth(Number(key));
    else if (!open) does = LETTERS[key];
    if (!does || event.repeat && !MOVES[key]) return;
    // Elsewhere on the page these keys belong to the browser.
    const isPage = event.target === document.body && key.startsWith("Arrow");
    if (MOVES[key] && !isPage && !event.target.closest("#hand")) return;
    event.preventDefault();
    does();
  });
})();
