// The projector: views take turns, long lists and brackets turn their pages, and it says when it is not live. Keys: 0 to 5 choose,
// space stops, D changes between light and dark, F fills the screen.
"use strict";
(() => {
  const SECONDS = 8;
  const PATIENCE = 5000;
  const DAY = 24 * 3600;
  const frame = document.querySelector(".screen");
  const ORDER = ["", "names", "tables", "standings", "bracket", "champion"];
  const INSTEAD = { standings: "bracket", bracket: "standings" };
  const LARGEST = 3.4;
  const NAME = 13;  // the type of names in the picture of a bracket
  const LEGIBLE = .6;  // of the type of the screen
  const isOneScreenHigh = matchMedia("(min-width: 700px) and (min-height: 420px)");
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let chosen = new URLSearchParams(location.search).get("view") || "";
  let current = "";
  let page = 0;
  let isHeld = false;
  let heardAt = performance.now();
  let silent = 20000;
  let newest = 0;

  const all = (what) => [...frame.querySelectorAll(what)];
  const shown = () => frame.querySelector("[data-shown]").dataset.shown.split(" ");
  const list = () => frame.querySelector(`[data-screen="${current}"] [data-pages], [data-screen="${current}"] [data-wall]`);
  const isWall = (of) => "wall" in of.dataset;

  // Pages of a bracket overlap, so that each match stands on one of them as a whole.
  const pages = (of) => {
    if (isWall(of)) {
      const height = .85 * of.clientHeight;
      return { width: 0, height, count: Math.max(1, 1 + Math.ceil((of.scrollHeight - of.clientHeight - 4) / height)) };
    }
    const gap = parseFloat(getComputedStyle(of).columnGap) || 0;
    return { width: of.clientWidth + gap, height: 0, count: Math.max(1, Math.ceil((of.scrollWidth - 4) / (of.clientWidth + gap))) };
  };

  // The largest type in which the list still stands on one wall; a longer list turns its pages in the smallest. What stands in
  // one column takes the whole width.
  const fit = (of) => {
    if (of.clientHeight === 0 || getComputedStyle(of).columnFill !== "auto") return;
    of.style.columnCount = "";
    for (let size = LARGEST; size > 1; size *= .93) {
      of.style.fontSize = `${size}em`;
      if (of.scrollWidth > of.clientWidth + 4 || of.scrollHeight > of.clientHeight + 4) continue;
      if (of.lastElementChild?.offsetLeft === of.firstElementChild?.offsetLeft) of.style.columnCount = "1";
      return;
    }
    of.style.fontSize = "1em";
  };

  // The picture of a bracket is arranged for the shape of its wall, in tenths of its height.
  const shape = (wall, picture) => {
    const address = new URL(picture.src, location);
    const tenths = String(Math.round(10 * wall.clientWidth / wall.clientHeight));
    if (address.searchParams.get("shape") === tenths) return;
    address.searchParams.set("shape", tenths);
    picture.src = address;
  };

  // A bracket too high to be legible on one wall fills the width of it and turns its pages.
  const widen = (wall) => {
    const [picture] = wall.children;
    wall.classList.remove("screen__wall--turns");
    if (isOneScreenHigh.matches && wall.clientHeight > 0) shape(wall, picture);
    if (!picture.naturalWidth || wall.clientHeight === 0 || getComputedStyle(wall).overflowY !== "hidden") return;
    const scale = Math.min(wall.clientWidth / picture.naturalWidth, wall.clientHeight / picture.naturalHeight);
    const wanted = LEGIBLE * parseFloat(getComputedStyle(frame).fontSize);
    wall.classList.toggle("screen__wall--turns", NAME * scale < wanted);
  };

  const turnTo = (number) => {
    const here = list();
    if (!here) {
      frame.querySelector("[data-page-number]").textContent = "";
      return;
    }
    (isWall(here) ? widen : fit)(here);
    const { width, height, count } = pages(here);
    page = Math.min(number, count - 1);
    here.scrollTo({ left: page * width, top: page * height, behavior: calm.matches ? "auto" : "smooth" });
    frame.querySelector("[data-page-number]").textContent = count > 1 ? interpolate(gettext(", page %(page)s of %(count)s"), { page: page + 1, count }, true) : "";
  };

  // Only views with any content are offered.
  const offer = (there) => {
    for (const link of all("[data-view]")) {
      const { view } = link.dataset;
      link.hidden = Boolean(view) && !there.includes(view);
      if (view === (chosen && current)) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  };

  const show = (view, number = 0) => {
    const there = shown();
    current = [view, INSTEAD[view]].find((each) => there.includes(each)) || there[0];
    for (const part of all("[data-screen]")) part.hidden = part.dataset.screen !== current;
    offer(there);
    turnTo(number);
  };

  const tick = () => {
    const here = list();
    if (isHeld) return;
    if (here && page + 1 < pages(here).count) return turnTo(page + 1);
    const there = shown();
    if (chosen) turnTo(0);
    else show(there[(there.indexOf(current) + 1) % there.length]);
  };

  const choose = (view) => {
    if (view && !shown().includes(view)) return;
    chosen = view;
    const address = new URL(location);
    if (view) address.searchParams.set("view", view);
    else address.searchParams.delete("view");
    history.replaceState(null, "", address);
    show(view || shown()[0]);
  };

  const hold = () => {
    isHeld = !isHeld;
    frame.querySelector("[data-hold]").setAttribute("aria-pressed", String(isHeld));
  };
  const light = () => frame.classList.toggle("screen--light");
  const fill = () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());

  frame.addEventListener("click", (event) => {
    const link = event.target.closest("[data-view]");
    if (link) {
      event.preventDefault();
      choose(link.dataset.view);
    } else if (event.target.closest("[data-hold]")) hold();
    else if (event.target.closest("[data-light]")) light();
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key in ORDER) choose(ORDER[key]);
    else if (key === "d") light();
    else if (key === "f") fill();
    else if (key === "arrowright") tick();
    else if (key === " " && !event.target.closest("a, button")) hold();
    else return;
    event.preventDefault();
  });

  // The time by the clocks of the server, which the page counts on: what is shown is still what the server knows.
  const asOf = frame.querySelector("[data-as-of]");
  const seconds = (text) => text.split(":").reduce((sum, part) => 60 * sum + Number(part), 0);
  const { lang } = document.documentElement;
  const written = new Intl.DateTimeFormat(lang === "en" ? ["en-GB"] : [lang, "en-GB"], { timeStyle: "medium", timeZone: "UTC" });
  let shownTime = seconds(frame.querySelector("[data-clock]").dataset.clock);
  let shownAt = performance.now();
  const sayAsOf = () => {
    const now = (shownTime + Math.floor((performance.now() - shownAt) / 1000)) % DAY;
    asOf.textContent = written.format(new Date(1000 * now));
  };
  document.addEventListener("line:news", (event) => {
    if (event.detail.kind === "version") newest = Math.max(newest, event.detail.version);
  });
  document.addEventListener("line:heard", (event) => {
    silent = 1000 * event.detail.beat + PATIENCE;
    if (Number(frame.querySelector("#screen").dataset.version) < newest) return;
    heardAt = performance.now();
    sayAsOf();
  });

  // Any answer of the server says that what is shown is what it knows.
  document.addEventListener("htmx:afterRequest", (event) => {
    const { xhr } = event.detail;
    if (xhr.status !== 200 && xhr.status !== 204) return;
    heardAt = performance.now();
    const told = xhr.getResponseHeader("As-Of");
    if (!told) return;
    shownTime = seconds(told);
    shownAt = performance.now();
    sayAsOf();
  });
  document.addEventListener("htmx:afterSettle", () => show(current, page));
  document.addEventListener("load", (event) => {
    if (event.target.matches?.(".screen__bracket") && current === "bracket") turnTo(page);
  }, true);
  addEventListener("resize", () => turnTo(page));

  setInterval(() => {
    const isSilent = performance.now() - heardAt > silent;
    frame.querySelector("[data-not-live]").hidden = !isSilent;
    frame.classList.toggle("screen--silent", isSilent);
  }, 1000);
  setInterval(tick, 1000 * SECONDS);
  show(chosen || shown()[0]);
})();
