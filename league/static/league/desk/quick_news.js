// Quick entry: rows follow what tables and other people record, as long as nobody has typed in them. The news hold all
// rows as they are now; those in which somebody is busy are looked at again when they are left.
"use strict";
(() => {
  const isOpen = (row) => row.matches("[data-quick]");
  const after = (row) => Number(row.elements.after.value);
  const isNewer = (row, shown) =>
    row.dataset.at !== shown.dataset.at &&
    after(row) >= after(shown) &&
    (!isOpen(row) || !isOpen(shown) || Number(row.dataset.version) >= Number(shown.dataset.version));
  const isBusy = (row) =>
    row.matches("[data-typed]") || row.contains(document.activeElement) || row.querySelector("input:read-only:not([type=hidden])") !== null;

  const put = (shown, row) => {
    const height = shown.offsetHeight;
    shown.removeAttribute("style"); // htmx would hand it to the new row, which the page does not allow
    htmx.swap(shown, row.outerHTML, { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 0 });
    // A row that is saved stays as high as it was, until nobody types any more.
    if (!isOpen(row)) document.getElementById(row.id).style.minBlockSize = `${height}px`;
  };

  const says = (next) => [".quick__missing > span", ".quick__act"].map((part) => next.querySelector(part).textContent.trim().split("\n")[0]).join();

  const follow = () => {
    const news = document.querySelector("#quick-news template")?.content;
    if (!news) return;
    for (const row of news.querySelectorAll(".quick__row")) {
      const shown = document.getElementById(row.id);
      if (shown && isNewer(row, shown) && !isBusy(shown)) put(shown, row);
    }
    const [before, next] = [document.getElementById("quick-next"), news.querySelector("#quick-next")];
    if (Number(next.dataset.after) < Number(before.dataset.after)) return; // a row has been saved since
    if (says(before) === says(next) || before.contains(document.activeElement) || before.matches(":active")) return;
    htmx.swap(before, next.outerHTML, { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 0 });
  };

  document.addEventListener("htmx:afterSwap", ({ target }) => {
    if (target.id === "quick-news") follow();
  });
  document.addEventListener("focusout", () => setTimeout(follow));
})();
