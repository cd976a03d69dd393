// Keeps the result of a deal beside the next deal, which someone else may have started, until its reader closes it or
// makes a move of the new deal.
"use strict";
(() => {
  const KEPT = "kept-result";
  let kept = null;
  const shown = () => document.querySelector("#result");

  document.addEventListener("htmx:beforeSwap", (event) => {
    const closes = event.detail.target?.id === "table" && document.querySelector("#result > [data-close]");
    if (!closes) return;
    kept = shown().cloneNode(true);
    kept.id = KEPT;
    kept.querySelector("[data-close]").hidden = false;
  });

  document.addEventListener("htmx:afterSwap", () => {
    if (shown()) kept = null;
    const above = document.querySelector("#hand") || document.querySelector("#felt");
    if (kept && above && !document.getElementById(KEPT)) above.after(kept);
  });

  document.addEventListener("submit", ({ target }) => {
    if (target.id === "moves" && !shown()) kept = null;
  });
  document.addEventListener("click", ({ target }) => {
    if (target.closest(`[data-close="${KEPT}"]`)) kept = null;
  });
})();
