// A moment to take a move back, for those who want it: the move lies ready for two seconds before it is sent. Once it
// is sent everybody has seen it. What answers others in time (a catch, a call, a jump-in) goes at once.
"use strict";
(() => {
  const KEY = "ready_move";
  const WAIT = 2000;
  const READY = "is-ready";
  const QUIET = /^(play|pair|give|draw|pass|accept|challenge)\b/;
  const box = document.querySelector("#slow-moves");
  const bar = document.querySelector("#ready-move");
  if (!box || !bar) return;

  let waiting = null; // the move that lies ready: what sends it, its timer, the element that shows it
  const stored = () => {
    try {
      return localStorage.getItem(KEY) === "on";
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      return false;
    }
  };
  const keep = () => {
    try {
      localStorage.setItem(KEY, box.checked ? "on" : "off");
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
  };

  const drop = () => {
    if (!waiting) return;
    clearTimeout(waiting.timer);
    waiting.marked.classList.remove(READY);
    delete waiting.marked.dataset.ready;
    waiting = null;
    bar.hidden = true;
  };
  const send = () => {
    const { issue } = waiting;
    drop();
    issue(true);
  };
  const lay = (button, issue) => {
    drop();
    const marked = sentMove.cardOf(button)?.closest(".cards__item") || button;
    marked.classList.add(READY);
    marked.dataset.ready = gettext("ready");
    button.closest("[popover]")?.hidePopover();
    waiting = { issue, marked, timer: setTimeout(send, WAIT) };
    bar.hidden = false;
  };

  box.checked = stored();
  box.addEventListener("change", () => {
    keep();
    if (!box.checked) drop();
  });
  document.addEventListener("htmx:confirm", (event) => {
    const button = event.detail.triggeringEvent?.submitter;
    if (!box.checked || !event.detail.elt.matches?.("#moves") || !QUIET.test(button?.value || "")) return;
    event.preventDefault();
    lay(button, event.detail.issueRequest);
  });
  // What others did meanwhile changes what may be played: the move has to be chosen again.
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.target?.id === "table") drop();
  });
  bar.querySelector("button").addEventListener("click", drop);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") drop();
  });
})();
