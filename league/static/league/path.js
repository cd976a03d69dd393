// Follows one player through a bracket: while a pointer or the focus is on a name, or from a tap until the next.
"use strict";
(() => {
  const bracket = () => document.querySelector("#bracket");
  let pinned = "";
  let shown = "";

  const show = (entrant) => {
    shown = entrant;
    const box = bracket();
    if (!box) return;
    box.classList.toggle("is-following", Boolean(entrant));
    for (const line of box.querySelectorAll("[data-entrant]")) {
      const isOnPath = Boolean(entrant) && line.dataset.entrant === entrant;
      line.classList.toggle("is-on-path", isOnPath);
      line.closest(".match")?.classList.toggle("has-path", Boolean(line.closest(".match").querySelector(".is-on-path")));
    }
  };

  const entrantOf = (event) => event.target.closest?.("#bracket [data-entrant]")?.dataset.entrant || "";
  const look = (event) => {
    const entrant = entrantOf(event) || pinned;
    if (entrant !== shown) show(entrant);
  };

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse") look(event);
  });
  document.addEventListener("focusin", look);
  document.addEventListener("click", (event) => {
    if (event.target.closest("a, button, summary, input, select")) return;
    const entrant = entrantOf(event);
    pinned = entrant === pinned ? "" : entrant;
    show(pinned);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    pinned = "";
    show("");
  });
  document.addEventListener("htmx:afterSwap", () => {
    if (shown) show(shown);
  });
})();
