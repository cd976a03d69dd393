// The table by keyboard. Every key presses a button that is there for everybody and shows it; the list is in the dialog
// of `?`. Single letters can be switched off: some people speak to their computer.
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
    return withCard || find("#call-uno") || asks || (calls.length === 1 ? calls[0] : null);
  };

  const MOVES = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => end(false), End: () => end(true) };
  // The button that a letter presses, if it is there.
  const BUTTONS = {
    u: sayUno,
    d: () => find("#draw"),
    p: () => find("#pass"),
    a: () => find("#accept"),
    c: () => find("#challenge"),
    x: () => find(".catch:not([hidden]) button"),
    j: () => find("#hand .cards__item--jump button"),
    n: () => find("#deal"),
  };
  const OTHERS = {
    h: () => (cards()[0] || find("#hand"))?.focus(),
    m: () => find("#chat_form input[type=text]")?.focus(),
    s: () => find("#sound")?.click(),
    "?": () => dialog.showPopover(),
  };

  // Colours have letters of their own. Where each partner of a swap has colours, those count at which somebody is.
  const COLOURS = { r: "red", y: "yellow", g: "green", b: "blue" };
  const placeOfColours = () => find("#moves :popover-open") || (find(":popover-open") ? null : find("#moves > fieldset.colours"));
  const colour = (letter) => {
    const place = placeOfColours();
    const group = document.activeElement?.closest(".choices");
    return (place?.contains(group) ? group : place)?.querySelector(`.colour-button--${COLOURS[letter]}`);
  };
  // What has no letter of its own is pressed by its place: above the cards, or in the dialog that asks.
  const numbered = () => {
    const asks = find("#moves :popover-open");
    if (asks) return [...asks.querySelectorAll("[type=submit]")].filter((button) => !button.closest("details:not([open])"));
    const lettered = new Set(["d", "p", "a", "c", "u", "n"].map((letter) => BUTTONS[letter]()));
    return [...document.querySelectorAll("#hand .actions > button, #moves > fieldset.colours button")].filter((button) => !lettered.has(button));
  };

  // Whose number another button had a moment ago is not pressed yet.
  const pressNumber = (key) => {
    const button = numbered()[key - 1];
    if (!button?.matches(".is-shielded")) press(button);
  };

  // Each button shows the key that presses it; a card has no room for one.
  const label = () => {
    const keys = new Map();
    if (box.checked) {
      numbered().slice(0, 9).forEach((button, place) => keys.set(button, String(place + 1)));
      for (const letter of Object.keys(COLOURS)) keys.set(colour(letter), letter.toUpperCase());
      for (const [letter, button] of Object.entries(BUTTONS)) keys.set(button(), letter.toUpperCase());
      for (const card of cards()) keys.delete(card);
    }
    for (const button of document.querySelectorAll("[data-key]")) if (!keys.has(button)) {
      delete button.dataset.key;
      button.removeAttribute("aria-keyshortcuts");
    }
    for (const [button, key] of keys) if (button && button.dataset.key !== key) {
      button.dataset.key = key;
      button.setAttribute("aria-keyshortcuts", key);
    }
  };
  for (const changed of ["htmx:afterSwap", "htmx:afterSettle", "focusin"]) document.addEventListener(changed, label);
  document.addEventListener("toggle", label, true);
  box.addEventListener("change", label);
  label();

  // A key whose button is not there says what can be done instead; the key that comes next sends the words away.
  const sayWhatIsPossible = () => {
    const possible = [...document.querySelectorAll("#hand [data-key]")].filter((button) => button.offsetParent);
    const named = possible.map((button) => `${button.dataset.key}: ${button.firstChild.textContent.trim()}`);
    const list = new Intl.ListFormat(document.documentElement.lang, { type: "unit", style: "short" }).format(named);
    const words = [gettext("Not now."), list || find("#felt .turn__words")?.textContent.trim()].join(" ");
    document.dispatchEvent(new CustomEvent("table:say", { detail: words }));
    setTimeout(() => document.dispatchEvent(new CustomEvent("table:words", { detail: { at: "me", kind: "says", words } })));
  };
  const pressOrSay = (button) => {
    if (button) press(button);
    else if (find("#felt")) sayWhatIsPossible();
  };

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
    else if (COLOURS[key] && placeOfColours()) does = () => press(colour(key));
    else if (/^[1-9]$/.test(key) && (!open || open.closest("#moves"))) does = () => pressNumber(key);
    else if (!open) does = BUTTONS[key] ? () => pressOrSay(BUTTONS[key]()) : OTHERS[key];
    if (!does || event.repeat && !MOVES[key]) return;
    // Elsewhere on the page these keys belong to the browser.
    const isPage = event.target === document.body && key.startsWith("Arrow");
    if (MOVES[key] && !isPage && !event.target.closest("#hand")) return;
    event.preventDefault();
    does();
  });
})();
