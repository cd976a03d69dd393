// Live fragments: the stream says which version is the newest, the fragment fetches itself. A fragment follows
// the events that `data-live` names, `version` if it names none.
// A fragment is never replaced while somebody is choosing in a dialog inside it.
"use strict";
(() => {
  const heard = {};

  const isBusy = (live) => live.querySelector(":popover-open") !== null;
  const isBehind = (live) => (heard[live.dataset.live || "version"] || 0) > Number(live.dataset.version);

  const catchUp = () => {
    for (const live of document.querySelectorAll("[data-live]")) {
      if (isBehind(live) && !isBusy(live)) htmx.trigger(live, "refresh");
    }
  };

  document.addEventListener("htmx:sseMessage", (event) => {
    const { type, data } = event.detail;
    heard[type] = Math.max(heard[type] || 0, Number(data) || 0);
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

  // Whatever was missed meanwhile is fetched once the fragment is free again.
  document.addEventListener("htmx:afterRequest", () => setTimeout(catchUp, 30));
  document.addEventListener("toggle", (event) => {
    if (event.newState === "closed") setTimeout(catchUp, 30);
  }, true);
})();
