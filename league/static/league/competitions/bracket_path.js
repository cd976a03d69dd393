// Follows one player through a bracket: while a pointer or the focus is on a name, or from a tap until the next.
// Fingers cannot hover: their first tap on a name follows it, the second one opens its page. What is followed by a
// tap stands at the foot of the window, with a way from match to match.
"use strict";
(() => {
  const bracket = () => document.querySelector("#bracket");
  const bar = document.querySelector("#following");
  let pinned = "";
  let shown = "";
  let kind = ""; // of the pointer that was pressed last
  let match = "";

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

  const pin = (entrant) => {
    pinned = entrant;
    match = "";
    show(entrant);
    if (!bar) return;
    const name = entrant && bracket().querySelector(".is-on-path a");
    bar.hidden = !name;
    if (!name) return;
    const link = bar.querySelector("a");
    link.href = name.href;
    link.textContent = name.textContent;
  };

  const entrantOf = (event) => event.target.closest?.("#bracket [data-entrant]")?.dataset.entrant || "";
  const look = (event) => {
    const entrant = entrantOf(event) || pinned;
    if (entrant !== shown) show(entrant);
  };

  document.addEventListener("pointerdown", (event) => {
    kind = event.pointerType;
  }, { capture: true });
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse") look(event);
  });
  document.addEventListener("focusin", look);
  document.addEventListener("click", (event) => {
    if (event.target.closest("#following")) return;
    const entrant = entrantOf(event);
    const isTapOnName = kind === "touch" && event.detail && event.target.closest("[data-entrant] a");
    if (isTapOnName && entrant && entrant !== pinned) {
      event.preventDefault();
      pin(entrant);
      return;
    }
    if (event.target.closest("a, button, summary, input, select")) return;
    pin(entrant === pinned ? "" : entrant);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") pin("");
  });
  document.addEventListener("htmx:afterSwap", () => {
    if (shown) show(shown);
  });

  bar?.querySelector("[data-next]").addEventListener("click", () => {
    const path = [...bracket().querySelectorAll(".match.has-path")];
    const next = path[(path.findIndex((card) => card.dataset.match === match) + 1) % path.length];
    if (!next) return;
    match = next.dataset.match;
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    next.scrollIntoView({ block: "center", inline: "center", behavior: isCalm ? "instant" : "smooth" });
  });
  bar?.querySelector("[data-end]").addEventListener("click", () => pin(""));
})();
