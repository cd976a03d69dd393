// What stays when the table is replaced: messages, the focus, the result of a deal; and what the browser remembers.
"use strict";

// Remembers a value under a key for each of the tables looked at last.
const tableMemory = (key) => {
  const KEPT = 20;
  const all = () => {
    try {
      return JSON.parse(localStorage.getItem(key)) || {};
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof DOMException) return {};
      throw error;
    }
  };
  const keep = (table, value) => {
    const { [table]: _before, ...others } = all();
    const kept = [...Object.entries(others).slice(1 - KEPT), [table, value]];
    try {
      localStorage.setItem(key, JSON.stringify(Object.fromEntries(kept)));
    } catch (error) {
      if (!(error instanceof DOMException)) throw error; // some private windows keep nothing
    }
  };
  return { of: (table) => all()[table], keep };
};

// Messages that go away again: one that stands at a card stays there for its time, whatever the others do
// meanwhile. And whoever is at the table by keyboard stays there when the table is replaced.
(() => {
  const READING = 7000;
  let fading = 0;
  const fadeMessage = () => {
    clearTimeout(fading);
    fading = setTimeout(() => document.querySelector("#message")?.replaceChildren(), READING);
  };

  let refused = null;
  const rememberRefusal = (fragment) => {
    const message = fragment?.querySelector(".refusal");
    const at = message?.parentElement.querySelector("[id]");
    refused = at && { message, id: at.id, until: Date.now() + READING };
  };
  const showRefusal = () => {
    if (!refused) return;
    const left = refused.until - Date.now();
    if (left <= 0) {
      refused.message.remove();
      refused = null;
      return;
    }
    if (!refused.message.isConnected) document.getElementById(refused.id)?.after(refused.message);
    setTimeout(showRefusal, left + 10);
  };

  // htmx keeps the focus on what is there again; what has gone, such as a card that was laid, leaves it to its neighbour,
  // and the button to draw to the card just drawn. It never goes to a button of its own accord: a second Enter would pass
  // or begin the next deal.
  let held = null;
  document.addEventListener("htmx:beforeSwap", (event) => {
    held = null;
    const active = document.activeElement;
    if (event.detail.target?.id !== "table" || !active?.closest("#table")) return;
    const opened = active.closest("[popover]");
    const anchor = opened ? document.querySelector(`[popovertarget="${opened.id}"]`) : active;
    held = { at: [...document.querySelectorAll("#hand .cards button")].indexOf(anchor) };
  });
  const keepFocus = () => {
    const isLost = !document.activeElement || document.activeElement === document.body;
    if (!held || !isLost) return;
    const cards = [...document.querySelectorAll("#hand .cards button")];
    const drawn = document.querySelector("#hand .cards__item--drawn button");
    const next = held.at < 0 ? drawn : cards[Math.min(held.at, cards.length - 1)];
    const target = next || document.querySelector("#hand") || document.querySelector("#table");
    target.focus({ preventScroll: true });
  };

  document.addEventListener("htmx:afterSwap", (event) => {
    keepFocus();
    if (event.detail.requestConfig?.verb === "post") rememberRefusal(document.querySelector("#table"));
    showRefusal();
  });
  // Keep the message of an answer until its time is over; moves of others do not remove it.
  let isAnswer = false;
  document.addEventListener("htmx:beforeSwap", ({ detail }) => { isAnswer = detail.requestConfig?.verb === "post"; });
  document.addEventListener("htmx:afterSwap", () => { isAnswer = false; });
  document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
    if (detail.target?.id !== "message") return;
    if (detail.fragment.textContent.trim()) fadeMessage();
    else if (!isAnswer && detail.target.textContent.trim()) detail.shouldSwap = false;
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    const { elt, successful, xhr } = event.detail;
    // What was refused or could not be written stays, to be mended or sent again.
    if (successful && xhr.status < 400 && elt.matches("#chat_form")) elt.reset();
  });
  const toTheLastLine = () => {
    const lines = document.querySelector("#chat_lines");
    if (lines) lines.scrollTop = lines.scrollHeight;
  };
  document.addEventListener("htmx:afterSettle", toTheLastLine);
  toTheLastLine();
})();

// Keeps the result of a deal beside the next deal, which someone else may have started, until its reader closes it or
// makes a move of the new deal. It stands below all that a player needs, so that none of that moves.
(() => {
  const KEPT = "kept-result";
  let kept = null;
  let active = null;
  const shown = () => document.querySelector("#result");

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target?.id !== "table") return;
    active = document.activeElement?.closest(`#last-deal, #${KEPT}, #${KEPT} *`);
    if (!document.querySelector("#result > [data-close]")) return;
    kept = shown().cloneNode(true);
    kept.id = KEPT;
    kept.tabIndex = -1; // a link beside the number of the deal leads there
    kept.querySelector("[data-close]").hidden = false;
  });

  // It runs before a lost focus goes to the hand: a reader of the result, or of the link to it, keeps the focus.
  document.addEventListener("htmx:afterSwap", () => {
    if (shown()) kept = null;
    const above = document.querySelector(document.querySelector("#hand") ? "#totals" : "#felt");
    if (kept && above && !document.getElementById(KEPT)) above.after(kept);
    if (kept && active) (active.isConnected ? active : document.getElementById(active.id))?.focus({ preventScroll: true });
    active = null;
  }, true);

  document.addEventListener("submit", ({ target }) => {
    if (target.id === "moves" && !shown()) kept = null;
  });
  document.addEventListener("click", ({ target }) => {
    if (target.closest(`[data-close="${KEPT}"]`)) kept = null;
  });
})();

// The dialog of the referee stands outside of the table, which goes on behind it. What its forms hold now waits until
// it is closed, so that what is typed stays. Only a penalty follows the table, and after a refusal each form gets an id.
(() => {
  const dialog = () => document.querySelector("#ruling");
  let next = null;
  let isRefused = false;

  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const isOwn = dialog()?.contains(detail.requestConfig.elt) === true;
    isRefused = isOwn && detail.xhr.status >= 400;
    if (isOwn && !isRefused && dialog().matches(":popover-open")) dialog().hidePopover();
  });
  document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
    if (detail.target !== dialog() || !detail.target.matches(":popover-open")) return;
    detail.shouldSwap = false;
    next = detail.fragment.firstElementChild;
    for (const form of detail.target.querySelectorAll("form")) {
      const fresh = next.querySelector(`form[data-ruling="${form.dataset.ruling}"]`);
      for (const name of ["after", "command_id"]) {
        if (name === "after" ? form.dataset.ruling !== "penalty" : !isRefused) continue;
        const value = fresh?.elements[name]?.value;
        if (value) form.elements[name].value = value;
      }
    }
  });
  document.addEventListener("toggle", ({ target, newState }) => {
    if (target !== dialog() || newState !== "closed") return;
    const active = document.activeElement;
    if (active === document.body || target.contains(active)) document.querySelector('[popovertarget="ruling"]')?.focus();
    if (!next) return;
    target.replaceWith(next);
    htmx.process(next);
    next = null;
  }, true);
})();
