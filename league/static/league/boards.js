// Keeps the place of those who read a live page while it is replaced: how far boxes are scrolled, which details
// are open, what has the focus. And tells the form for another moment in which time zone its visitor lives.
"use strict";
(() => {
  let kept = null;

  const place = (live) => {
    const active = document.activeElement;
    return {
      boxes: [...live.querySelectorAll("[data-keep]")].map((box) => [box.id, box.scrollLeft, box.scrollTop]),
      open: [...live.querySelectorAll("details[id][open]")].map((one) => one.id),
      focus: live.contains(active) ? active.id || active.getAttribute("href") : null,
    };
  };

  const focused = (live, key) =>
    document.getElementById(key) || [...live.querySelectorAll("a[href]")].find((one) => one.getAttribute("href") === key);

  document.addEventListener("htmx:beforeSwap", (event) => {
    const live = event.detail.target;
    if (live.matches("[data-live]") && event.detail.shouldSwap) kept = place(live);
  });

  document.addEventListener("htmx:afterSwap", () => {
    const live = document.querySelector("[data-live]");
    if (!kept || !live) return;
    for (const [id, left, top] of kept.boxes) {
      const box = document.getElementById(id);
      if (box) box.scrollTo({ left, top, behavior: "instant" });
    }
    for (const id of kept.open) document.getElementById(id)?.setAttribute("open", "");
    if (kept.focus) focused(live, kept.focus)?.focus({ preventScroll: true });
    kept = null;
  });

  const zone = document.querySelector("[data-zone]");
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone && !zone.value && own) {
    zone.value = own;
    document.querySelector("[data-zone-words]").textContent = `${own}, yours`;
  }
})();
