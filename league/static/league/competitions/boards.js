// Keeps the place of those who read a live page while it is replaced: how far boxes are scrolled, what stands in
// sight, which details are open, which boxes ticked, what was typed, what has the focus. Copies text. Lets my row stick below the
// head of its table. And tells the form for another moment in which time zone its visitor lives.
"use strict";
(() => {
  const kept = new Map();

  const typed = (live) =>
    [...live.querySelectorAll("input[id]:not([type=hidden], [type=checkbox], [type=radio])")]
      .filter((field) => field.value !== field.defaultValue)
      .map((field) => [field.id, field.value]);

  const place = (live) => {
    const active = document.activeElement;
    return {
      typed: typed(live),
      boxes: [...live.querySelectorAll("[data-keep]")].map((box) => [box.id, box.scrollLeft, box.scrollTop]),
      open: [...live.querySelectorAll("details[id][open]")].map((details) => details.id),
      checked: [...live.querySelectorAll("[data-keep-checked]:checked")].map((box) => box.id),
      focus: live.contains(active) ? named(active) : null,
      sight: scrollY > 0 ? inSight(live) : null,
    };
  };

  // What is read stays where it is when something above it appears or goes: the match, row or box in
  // the middle of the window. My own row and what lies in a box that scrolls by itself say nothing about the page.
  const isTall = (box) => box.scrollHeight > box.clientHeight + 1 && getComputedStyle(box).overflowY !== "visible";
  const marks = (live) => {
    const boxes = [...live.querySelectorAll("[data-keep]")].filter(isTall);
    const others = live.querySelectorAll("[data-match], .standings tbody tr:not(.standings__me)");
    return [...boxes, ...[...others].filter((element) => !boxes.some((box) => box.contains(element)))];
  };
  const called = (mark) => mark.id || mark.dataset.match || mark.querySelector("th a")?.getAttribute("href");
  const topOf = (element) => element.getBoundingClientRect().top;
  const fromMiddle = (element) => {
    const rect = element.getBoundingClientRect();
    return Math.abs(rect.top + rect.bottom - innerHeight);
  };
  const inSight = (live) => {
    const nearest = marks(live).sort((first, other) => fromMiddle(first) - fromMiddle(other))[0];
    return nearest ? { name: called(nearest), top: topOf(nearest) } : null;
  };

  // Links have no ids: one is known by where it leads, and by the match it stands in.
  const named = (active) => ({
    id: active.id,
    href: active.getAttribute("href"),
    match: active.closest("[data-match]")?.dataset.match,
  });

  const focused = (live, { id, href, match }) => {
    if (id) return document.getElementById(id);
    const same = [...live.querySelectorAll("a[href]")].filter((link) => link.getAttribute("href") === href);
    return same.find((link) => link.closest("[data-match]")?.dataset.match === match) || same[0];
  };

  document.addEventListener("htmx:beforeSwap", (event) => {
    const live = event.detail.target;
    if (live.matches("[data-live]") && event.detail.shouldSwap) kept.set(live, place(live));
  });

  const restore = (live, { boxes, typed: values, open, checked, focus, sight }) => {
    for (const [id, left, top] of boxes) {
      const box = document.getElementById(id);
      if (box) box.scrollTo({ left, top, behavior: "instant" });
    }
    for (const id of checked) if (document.getElementById(id)) document.getElementById(id).checked = true;
    for (const [id, value] of values) if (document.getElementById(id)) document.getElementById(id).value = value;
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    if (focus) focused(live, focus)?.focus({ preventScroll: true });
    const same = sight && marks(live).find((mark) => called(mark) === sight.name);
    if (same) scrollBy({ top: topOf(same) - sight.top, behavior: "instant" });
  };

  // Two parts of a page may be on their way at a time: each is restored once it is there.
  document.addEventListener("htmx:afterSwap", () => {
    for (const [before, held] of kept) {
      const live = document.getElementById(before.id);
      if (live === before) continue;
      kept.delete(before);
      if (live) restore(live, held);
    }
  });

  // How high a head is depends on the language and on which columns are shown.
  const measured = () => {
    for (const head of document.querySelectorAll(".standings thead"))
      head.parentElement.style.setProperty("--head", `${head.offsetHeight}px`);
  };
  measured();
  window.addEventListener("resize", measured);
  document.addEventListener("change", measured);
  document.addEventListener("htmx:afterSwap", measured);

  // A link to plain text copies it, where the browser lets pages do that.
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[data-copy]");
    if (!link || !navigator.clipboard || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    try {
      const answer = await fetch(link.href);
      if (!answer.ok) throw new Error(String(answer.status));
      await navigator.clipboard.writeText(await answer.text());
      const words = link.textContent;
      link.textContent = link.dataset.copy;
      link.setAttribute("role", "status");
      setTimeout(() => {
        link.textContent = words;
        link.removeAttribute("role");
      }, 2000);
    } catch {
      location.assign(link.href); // to be copied by hand
    }
  });

  const zone = document.querySelector("[data-zone]");
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone && !zone.value && own) {
    zone.value = own;
    document.querySelector("[data-zone-words]").textContent = interpolate(gettext("%(zone)s (yours)"), { zone: own }, true);
  }
})();
