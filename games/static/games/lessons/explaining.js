// Why bots moved as they did, below their moves: for those who want it, and at first for those who are new.
// The browser remembers the choice.
"use strict";
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
