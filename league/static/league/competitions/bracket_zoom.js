// Makes a bracket larger and smaller: by buttons, by + - 0 while the focus is in it, by ctrl and the wheel, by two
// fingers. Drags it with a mouse; one finger and the arrow keys scroll it as they scroll any box. On a phone it is
// a list until somebody asks for the bracket. Size and view belong to the page, so that live news keep them.
"use strict";
(() => {
  const LEAST = 0.25;
  const MOST = 2.5;
  const STEP = 1.25;
  const MOVED = 5; // pixels from which on a press is a drag

  const root = document.documentElement;
  const percent = new Intl.NumberFormat(root.lang, { style: "percent" });
  let size = 1;
  let isDrawn = false;

  const boxes = () => [...document.querySelectorAll("#bracket .bracket")];
  const canZoom = (box) => box && getComputedStyle(box).overflowX !== "visible";
  const within = (number) => Math.min(MOST, Math.max(LEAST, number));

  const say = () => {
    root.classList.add("is-zoomable");
    root.classList.toggle("is-drawn", isDrawn);
    root.style.setProperty("--zoom", size);
    for (const words of document.querySelectorAll("[data-zoom-words]")) words.textContent = percent.format(size);
    for (const view of document.querySelectorAll("[data-zoom=view]")) view.setAttribute("aria-pressed", String(isDrawn));
  };

  const middle = (box) => {
    const rect = box.getBoundingClientRect();
    const top = Math.max(rect.top, 0);
    return { x: rect.left + rect.width / 2, y: (top + Math.min(rect.bottom, innerHeight)) / 2 };
  };

  // What lies at a point of the window stays there.
  const zoom = (wanted, box = boxes()[0], at = box && middle(box)) => {
    const next = within(wanted);
    if (!box || next === size) return;
    const content = box.querySelector(".bracket__in");
    const before = content.getBoundingClientRect();
    const across = (at.x - before.left) / before.width;
    const down = (at.y - before.top) / before.height;
    size = next;
    say();
    const off = () => {
      const now = content.getBoundingClientRect();
      return { x: now.left + across * now.width - at.x, y: now.top + down * now.height - at.y };
    };
    const first = off();
    box.scrollBy({ left: first.x, top: first.y, behavior: "instant" });
    scrollBy({ top: off().y, behavior: "instant" });
  };

  const fit = () => {
    const shown = boxes().filter(canZoom);
    if (!shown.length) return;
    const room = shown.map((box) => {
      const rounds = box.querySelectorAll(".bracket__round");
      const first = rounds[0].getBoundingClientRect();
      const last = rounds[rounds.length - 1].getBoundingClientRect();
      return (size * box.clientWidth) / (last.right - first.left);
    });
    zoom(Math.min(1, ...room.map((scale) => 0.995 * scale)), shown[0]);
  };

  const commands = {
    in: (box) => zoom(size * STEP, box),
    out: (box) => zoom(size / STEP, box),
    same: (box) => zoom(1, box),
    fit,
    view: () => {
      isDrawn = !isDrawn;
      say();
    },
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-zoom]");
    if (button) commands[button.dataset.zoom]();
  });

  const KEYS = { "+": "in", "=": "in", "-": "out", 0: "same" };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !KEYS[event.key]) return;
    if (!event.target.closest?.("#bracket") || event.target.matches("input, select, textarea")) return;
    const box = event.target.closest(".bracket") || boxes()[0];
    if (!canZoom(box)) return;
    event.preventDefault();
    commands[KEYS[event.key]](box);
  });

  const boxOf = (target) => {
    const box = target.closest?.("#bracket .bracket");
    return canZoom(box) ? box : null;
  };

  document.addEventListener("wheel", (event) => {
    const box = event.ctrlKey && boxOf(event.target);
    if (!box) return;
    event.preventDefault();
    zoom(size * Math.exp(-0.002 * Math.max(-120, Math.min(120, event.deltaY))), box, { x: event.clientX, y: event.clientY });
  }, { passive: false });

  // Two fingers: how far they are apart says the size, the point between them stays where it is.
  let pinch = null;
  const spread = ([finger, other]) => Math.hypot(finger.clientX - other.clientX, finger.clientY - other.clientY);
  const between = ([finger, other]) => ({ x: (finger.clientX + other.clientX) / 2, y: (finger.clientY + other.clientY) / 2 });
  document.addEventListener("touchstart", (event) => {
    const box = event.touches.length === 2 && boxOf(event.touches[0].target);
    pinch = box ? { box, far: spread(event.touches), size } : null;
  }, { passive: true });
  document.querySelector("main").addEventListener("touchmove", (event) => {
    if (!pinch || event.touches.length !== 2) return;
    event.preventDefault();
    if (!pinch.box.isConnected) pinch.box = document.getElementById(pinch.box.id); // news came in meanwhile
    if (pinch.box) zoom(pinch.size * (spread(event.touches) / pinch.far), pinch.box, between(event.touches));
  }, { passive: false });
  document.addEventListener("touchend", () => {
    pinch = null;
  }, { passive: true });

  // A mouse takes hold of the bracket wherever there is nothing to click.
  let held = null;
  document.addEventListener("pointerdown", (event) => {
    const box = event.pointerType === "mouse" && event.button === 0 && boxOf(event.target);
    held = box && !event.target.closest("a, button, summary") ? { id: box.id, x: event.clientX, y: event.clientY, far: 0 } : null;
  });
  document.addEventListener("pointermove", (event) => {
    const box = held && document.getElementById(held.id);
    if (!box) return;
    const [left, top] = [held.x - event.clientX, held.y - event.clientY];
    held.far += Math.abs(left) + Math.abs(top);
    if (held.far < MOVED) return;
    getSelection()?.removeAllRanges();
    box.classList.add("is-grabbed");
    const before = box.scrollTop;
    box.scrollBy({ left, top, behavior: "instant" });
    scrollBy({ top: top - (box.scrollTop - before), behavior: "instant" });
    Object.assign(held, { x: event.clientX, y: event.clientY });
  });
  const release = () => {
    for (const box of document.querySelectorAll(".is-grabbed")) box.classList.remove("is-grabbed");
    const wasDragged = held && held.far >= MOVED;
    held = null;
    if (!wasDragged) return;
    const ignore = (event) => event.stopPropagation(); // the click at the end of a drag means nothing
    document.addEventListener("click", ignore, { capture: true, once: true });
    setTimeout(() => document.removeEventListener("click", ignore, { capture: true }), 0);
  };
  document.addEventListener("pointerup", release);
  document.addEventListener("pointercancel", release);

  document.addEventListener("htmx:afterSwap", say);
  say();
})();
