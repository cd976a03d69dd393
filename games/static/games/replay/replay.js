// Plays a replay: follows the same links that work without script, and keeps what stands beside the board in step.
"use strict";
(() => {
  const slider = document.querySelector("#slider");
  if (!slider) return;
  const play = document.querySelector("#play");
  const speed = document.querySelector("#speed");
  const keys = document.querySelector("#keys");
  const STEP_MS = 1000;
  let isPlaying = false;
  let timer = 0;

  for (const id of ["play", "speed-label", "show-keys"]) document.getElementById(id).hidden = false;

  // What is wished for faster than it comes adds up: one step is on its way, then the newest wish.
  let coming = null;
  let wished = 0;

  const board = () => document.querySelector("#replay");
  const stepOf = (address) => Number(new URL(address, location.href).searchParams.getAll("step").at(-1));
  const deals = () => [...document.querySelectorAll(".deals a")].map((link) => stepOf(link.href));
  const aim = () => wished || coming?.step || Number(board().dataset.step);

  const WISHES = {
    "first": () => 1,
    "previous-deal": (step) => deals().findLast((first) => first < step),
    "previous": (step) => Math.max(1, step - 1),
    "next": (step) => Math.min(Number(board().dataset.last), step + 1),
    "next-deal": (step) => deals().find((first) => first > step),
    "last": () => Number(board().dataset.last),
  };

  const ask = (step) => {
    const address = document.querySelector("#step-next").getAttribute("hx-get").replace(/step=\d+/, `step=${step}`);
    htmx.ajax("GET", address, { source: "#step-next", target: "#replay" }).catch(() => {}); // it is said elsewhere
  };

  const pointAt = (step) => {
    if (document.activeElement !== slider) slider.value = step;
  };

  const follow = (name) => {
    const step = WISHES[name](aim());
    if (!step || step === aim()) return false;
    if (coming) wished = step;
    else ask(step);
    pointAt(aim());
    return true;
  };

  document.addEventListener("htmx:beforeRequest", (event) => {
    const { target, pathInfo, xhr } = event.detail;
    if (target.id !== "replay") return;
    wished = 0;
    if (!event.defaultPrevented) coming = { step: stepOf(pathInfo.finalRequestPath), xhr };
  });
  document.addEventListener("htmx:afterRequest", ({ detail: { successful, xhr } }) => {
    if (xhr !== coming?.xhr) return;
    coming = null;
    const next = wished;
    wished = 0;
    if (!successful) pointAt(aim());
    else if (next && next !== aim()) ask(next);
  });
  for (const failed of ["htmx:sendError", "htmx:responseError"]) document.addEventListener(failed, () => pause());
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[id^=step-]");
    if (!link || !coming || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    follow(link.id.slice("step-".length));
  }, true);

  const showWhether = (plays) => {
    isPlaying = plays;
    play.querySelector('[data-when="playing"]').hidden = !plays;
    play.querySelector('[data-when="paused"]').hidden = plays;
  };

  const pause = () => {
    clearTimeout(timer);
    showWhether(false);
  };

  const toggle = () => {
    if (isPlaying) {
      pause();
      return;
    }
    showWhether(true);
    if (!follow("next") && !follow("first")) pause();
  };

  const change = (by) => {
    const next = speed.selectedIndex + by;
    if (next >= 0 && next < speed.options.length) speed.selectedIndex = next;
  };

  // The list scrolls by itself and never moves the page.
  const intoView = (list, line) => {
    const above = line.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop;
    if (above < list.scrollTop || above + line.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = above - Math.max(0, (list.clientHeight - line.offsetHeight) / 2);
    }
  };

  const markLine = (step) => {
    const list = document.querySelector(".movelist__lines");
    if (!list) return;
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const before = [...list.querySelectorAll("[data-step]")].filter((line) => Number(line.dataset.step) <= step);
    const line = before.at(-1);
    if (!line) return;
    intoView(list, line);
    if (line.dataset.step === step) line.setAttribute("aria-current", "step");
  };

  // The list stays while the board goes on: in another tab, too, its filters open the shown step.
  const followFilters = (step) => {
    for (const link of document.querySelectorAll(".filters a")) {
      link.setAttribute("href", link.getAttribute("href").replace(/step=\d+/, `step=${step}`));
    }
  };

  const moveCursor = (step) => {
    const cursor = document.querySelector("#cursor");
    const strip = cursor.closest("svg");
    const share = (step - 0.5) / Number(strip.dataset.steps);
    cursor.setAttribute("x", `${100 * share}%`);
    const view = strip.parentElement;
    const x = share * strip.clientWidth;
    if (x < view.scrollLeft || x > view.scrollLeft + view.clientWidth) {
      view.scrollLeft = x - view.clientWidth / 2;
    }
  };

  // The curves of a match cross all deals; their table has each step of the shown one.
  const showChances = (step) => {
    const curves = document.querySelector("#chances-curves");
    if (!curves) return;
    const { first, last } = curves.dataset;
    const x = step < first || step > last ? -9 : 1000 * (step - first) / Math.max(1, last - first);
    const now = document.querySelector("#chances-now");
    for (const end of ["x1", "x2"]) now.setAttribute(end, x);
    const row = document.querySelector(`#chances-table [data-step="${step}"]`);
    if (!row) return;
    document.querySelector("#chances-step").textContent = step;
    const chances = row.querySelectorAll("td");
    document.querySelectorAll("#chances-legend b").forEach((number, place) => { number.textContent = chances[place].textContent; });
  };

  const showDeal = () => {
    const row = document.querySelector(".board .deals");
    const deal = row.querySelector("[aria-current]");
    if (deal) row.scrollLeft = deal.offsetLeft - (row.clientWidth - deal.offsetWidth) / 2;
  };

  // Comments stay while the board goes on, so that nobody loses what they are writing.
  const showComments = (step) => {
    for (const comment of document.querySelectorAll("[data-of-step]")) {
      if (comment.dataset.ofStep === step) comment.setAttribute("aria-current", "step");
      else comment.removeAttribute("aria-current");
    }
    const current = document.querySelector(".comments__lines [aria-current]");
    if (current) intoView(current.parentElement, current);
    const field = document.querySelector("#comment-step");
    if (!field) return;
    field.value = step;
    document.querySelector("[data-step-number]").textContent = step;
  };

  const keepUp = () => {
    const { step } = document.querySelector("#replay").dataset;
    moveCursor(Number(step));
    showComments(step);
    showChances(Number(step));
    pointAt(aim());
    markLine(step);
    followFilters(step);
    if (!isPlaying) document.querySelector("#said").textContent = document.querySelector("#words").textContent;
  };

  // The board is what somebody waits for: what stands beside it follows after its frame.
  let following = 0;
  const keepUpSoon = () => {
    cancelAnimationFrame(following);
    following = requestAnimationFrame(() => setTimeout(keepUp));
  };

  play.addEventListener("click", toggle);
  slider.addEventListener("input", pause);
  document.querySelector("#show-keys").addEventListener("click", () => keys.showModal());

  // What was opened to share stays open from step to step.
  let isSharing = false;
  document.addEventListener("toggle", ({ target }) => {
    if (target.id === "share" && target.isConnected) isSharing = target.open;
    if (target.open && ["timeline-in", "comments-in", "moves-in"].includes(target.id)) keepUpSoon();
  }, true);
  document.addEventListener("htmx:afterSwap", () => {
    if (isSharing) document.querySelector("#share")?.setAttribute("open", "");
  });

  // On a phone the long parts of the page are folded; what was opened there, or asked for, stays open.
  const opened = new Set();
  const asked = document.getElementById(location.hash.slice(1))?.querySelector("[data-fold]:only-child");
  if (asked) opened.add(asked.id);
  const fold = (part) => {
    if (!matchMedia("(max-width: 640px)").matches) return;
    for (const details of part.querySelectorAll("[data-fold]")) details.open = opened.has(details.id);
  };
  document.addEventListener("click", ({ target }) => {
    const details = target.closest("[data-fold] > summary")?.parentElement;
    if (details) opened[details.open ? "delete" : "add"](details.id);
  });
  document.addEventListener("htmx:load", ({ target }) => fold(target));
  fold(document);

  // A finger that meets no mark of the timeline exactly means the nearest one.
  const REACH = 22;
  document.addEventListener("click", (event) => {
    const strip = event.target.closest(".timeline__svg");
    if (!strip || !event.detail || event.pointerType !== "touch") return;
    const far = (sign) => {
      const { x, y, width, height } = sign.lastElementChild.lastElementChild.getBoundingClientRect();
      return Math.hypot(x + width / 2 - event.clientX, y + height / 2 - event.clientY);
    };
    const nearest = [...strip.querySelectorAll(".sign")].map((sign) => [far(sign), sign]).sort(([one], [other]) => one - other)[0];
    if (!nearest || nearest[0] > REACH || nearest[1].contains(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    nearest[1].dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  }, true);

  // A comment that was sent brings the timeline anew: it goes on showing where one is.
  document.addEventListener("htmx:oobAfterSwap", (event) => {
    if (event.detail.target.id === "timeline") moveCursor(Number(document.querySelector("#replay").dataset.step));
  });

  document.addEventListener("htmx:afterSettle", ({ target }) => {
    if (target.id === "analysis") showChances(Number(board().dataset.step));
  });

  // The next step is timed from the arrival of this one, so that a slow line never piles up requests.
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id !== "replay") return;
    showDeal();
    keepUpSoon();
    if (!isPlaying) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (isPlaying && !follow("next")) pause();
    }, STEP_MS / Number(speed.value));
  });

  const STEPS = {
    ArrowLeft: "previous",
    ArrowRight: "next",
    Home: "first",
    End: "last",
    d: "next-deal",
    D: "previous-deal",
  };
  const OTHERS = { " ": toggle, "?": () => keys.showModal(), "+": () => change(1), "-": () => change(-1) };

  // What is written in keeps all its keys, a slider those that move it, a button the one that presses it.
  const isOf = (part, key) => {
    if (part.matches("button, summary")) return key === " ";
    if (part === slider) return key.length > 1;
    return part.matches("input, select, textarea");
  };

  // On keyboards of other alphabets the key counts that bears the letter, too.
  const keyOf = ({ key, code, shiftKey }) => (code === "KeyD" && key > "~" ? (shiftKey ? "D" : "d") : key);

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || keys.open) return;
    const key = keyOf(event);
    if (isOf(event.target, key)) return;
    if (STEPS[key]) {
      pause();
      follow(STEPS[key]);
    } else if (OTHERS[key]) {
      OTHERS[key]();
    } else {
      return;
    }
    event.preventDefault();
  });

  const begun = document.querySelector("#replay").dataset.step;
  markLine(begun);
  showComments(begun);
  moveCursor(Number(begun));
  showDeal();
})();
