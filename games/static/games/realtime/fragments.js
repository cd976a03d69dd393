// Live fragments: the line says which version is the newest, the fragment fetches itself. A fragment follows
// the news that `data-live` names, `version` if it names none, and also those of `data-totals` and `data-desk` if it
// has that; `data-spread` says within how many milliseconds. What time alone changes it fetches after so many seconds
// as `data-due` says. The stream of a spectator brings the fragment itself, which is treated like a fetched one.
// A fragment is never replaced while somebody is choosing in a dialog inside it, or pressing: what is pressed would be
// gone when the finger is lifted. The answer to another form waits as well, until what is pressed has been sent.
"use strict";
(() => {
  const AGAIN = 1500;
  const STILL_DUE = 10000;
  const LONGEST_PRESS = 10000; // one that ends outside of the window is never heard to end
  const CLICK = 50; // comes so many milliseconds after the end of the press
  const heard = {};
  const planned = new Map();
  const dues = new WeakMap();

  const held = new Set(); // answers that wait for the end of a press

  let pressed = null;
  let released = 0;

  // htmx listens to a fragment that has just been put in place only from the end of its settling.
  const isSettling = (live) => live.classList.contains(htmx.config.addedClass);
  const isBusy = (live) => isSettling(live) || live.querySelector(":popover-open") !== null || live.contains(pressed);
  const isBehind = (live) =>
    (heard[live.dataset.live || "version"] || 0) > Number(live.dataset.version) ||
    ["totals", "desk"].some((kind) => (heard[kind] || 0) > Number(live.dataset[kind]));

  const fetchAfter = (live, milliseconds) => {
    const id = live.id;
    if (planned.has(id)) return;
    planned.set(id, setTimeout(() => {
      planned.delete(id);
      const now = document.getElementById(id);
      if (now && isBehind(now) && !isBusy(now)) htmx.trigger(now, "refresh");
    }, milliseconds));
  };

  const catchUp = (milliseconds) => {
    for (const live of document.querySelectorAll("[data-live]")) {
      if (isBehind(live) && !isBusy(live)) fetchAfter(live, milliseconds ?? spread(live));
    }
  };

  // Spectators may see a move a moment later, so that not all of them ask in the same one.
  const spread = (live) => Math.random() * (Number(live.dataset.spread) || 0);

  // The scripts of the page hear of it as of an answer. If it must wait it is fetched later, in its newest version.
  const put = (kind, version, html) => {
    const live = document.querySelector(`[data-sent="${kind}"]`);
    if (!live || isBusy(live) || version <= Number(live.dataset.version)) return;
    const answer = {
      target: live,
      requestConfig: { elt: live, verb: "get" },
      xhr: { status: 200, getResponseHeader: () => null },
      serverResponse: html,
      shouldSwap: true,
    };
    if (htmx.trigger(live, "htmx:beforeSwap", answer) && answer.shouldSwap) htmx.swap(live, html, { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 0 }, { contextElement: live, eventInfo: answer });
  };

  document.addEventListener("line:news", (event) => {
    const { kind, version, html } = event.detail;
    heard[kind] = Math.max(heard[kind] || 0, version);
    if (html) put(kind, version, html);
    catchUp();
  });

  document.addEventListener("line:ask", () => {
    for (const live of document.querySelectorAll("[data-live]")) htmx.trigger(live, "refresh");
  });

  // A little late rather than too early: then the server would have nothing new yet.
  setInterval(() => {
    for (const live of document.querySelectorAll("[data-live][data-due]")) {
      if (!dues.has(live)) dues.set(live, performance.now() + 1000 * Number(live.dataset.due));
      else if (performance.now() > dues.get(live) && !isBusy(live)) {
        dues.set(live, performance.now() + STILL_DUE);
        htmx.trigger(live, "refresh");
      }
    }
  }, 1000);

  document.addEventListener("line:silence", () => {
    for (const live of document.querySelectorAll("[data-live][data-due]")) dues.set(live, 0);
  });

  document.addEventListener("htmx:beforeRequest", (event) => {
    const live = event.detail.elt;
    if (live.matches("[data-live]") && isBusy(live)) event.preventDefault();
  });

  // A request was on its way when the dialog opened: its answer must wait as well.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const live = event.detail.target;
    const asked = event.detail.requestConfig.elt;
    if (asked === live && live.matches("[data-live]") && isBusy(live)) event.detail.shouldSwap = false;
  });

  // Names are ticked more quickly than the list comes back. What belongs to one form is answered at once: whoever presses
  // its button twice must not send it twice. The draw pile stands outside the form of the moves and belongs to it.
  const belongsTo = (form, element) => form.contains(element) || element?.closest("button")?.form === form;
  document.addEventListener("htmx:beforeOnLoad", (event) => {
    const { elt, target, xhr } = event.detail;
    if (!elt.matches("form") || belongsTo(elt, pressed) || !target?.contains(pressed)) return;
    event.preventDefault();
    held.add(xhr);
  });
  // htmx says so although nothing has been done with the answer yet.
  document.addEventListener("htmx:afterRequest", (event) => {
    if (held.has(event.detail.xhr)) event.stopImmediatePropagation();
  }, true);

  // Whatever was missed meanwhile is fetched once the fragment is free again; after an answer without news,
  // or none at all, not at once.
  document.addEventListener("htmx:afterRequest", (event) => {
    const status = event.detail.successful ? event.detail.xhr.status : 0;
    const brought = status >= 200 && status < 500 && status !== 204;
    catchUp(brought ? 30 : AGAIN * (0.5 + Math.random()));
  });
  document.addEventListener("htmx:afterSettle", () => catchUp());
  // The line may be quicker than the last script of the page, and htmx listens to no fragment before.
  document.addEventListener("DOMContentLoaded", () => catchUp());
  document.addEventListener("toggle", (event) => {
    if (event.newState === "closed") setTimeout(catchUp, 30, 0);
  }, true);

  const release = (milliseconds) => {
    clearTimeout(released);
    released = setTimeout(() => {
      pressed = null;
      for (const xhr of held) {
        held.delete(xhr);
        xhr.onload();
      }
      catchUp(0);
    }, milliseconds);
  };
  document.addEventListener("pointerdown", ({ target }) => {
    pressed = target;
    release(LONGEST_PRESS);
  }, true);
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => release(CLICK), true);
})();
