// Quick entry: a row is sent as soon as all totals that it needs are there and the reader has left it.
// Tab then leads past its button to the next row; without script the button sends the row.
"use strict";
(() => {
  const isComplete = (row) => [...row.querySelectorAll("input[type=number][required]")].every((field) => field.value !== "");
  const changed = new WeakSet();

  // Comes once for the page, and for each row that an answer replaces.
  document.addEventListener("htmx:load", () => {
    for (const button of document.querySelectorAll("[data-quick] button[type=submit]")) button.tabIndex = -1;
  });
  document.addEventListener("input", (event) => {
    const row = event.target.closest("[data-quick]");
    if (row) changed.add(row);
  });
  document.addEventListener("submit", (event) => changed.delete(event.target), true);
  document.addEventListener("focusout", (event) => {
    const row = event.target.closest("[data-quick]");
    if (!row || row.contains(event.relatedTarget) || !changed.has(row) || !isComplete(row)) return;
    // A row that its answer replaces loses the focus, too; sent again, it would load the whole page.
    setTimeout(() => {
      if (row.isConnected && changed.has(row) && !row.contains(document.activeElement)) row.requestSubmit();
    });
  });
})();
