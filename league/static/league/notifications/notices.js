// New notices on an open page: the bell counts them, each is shown, and urgent ones are heard. The line of the page
// tells of them. What is not urgent leaves after a while; it is still behind the bell. Pages ask by themselves, too:
// once a minute while somebody looks at them, sooner and always at a table with short turns, which make no notice.
"use strict";
(() => {
  const LATEST = 60;
  const READING = 12000;
  const URGENT = new Set(["referee_call", "table_ready"]);
  const news = document.querySelector("#news");
  if (!news) return;

  const fetchThem = () => htmx.trigger("#bell", "notices");

  const isSilent = () => {
    try {
      return localStorage.getItem("sound") === "off";
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      return false; // this browser keeps nothing
    }
  };

  const chime = () => {
    // Before the first tap browsers refuse it, and complain.
    if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.([120, 80, 120]);
    if (!window.AudioContext || isSilent()) return;
    const context = new AudioContext();
    for (const [pitch, start] of [[784, 0], [1047, 0.18]]) {
      const tone = context.createOscillator();
      const loudness = context.createGain();
      const at = context.currentTime + start;
      tone.frequency.value = pitch;
      loudness.gain.setValueAtTime(0.15, at);
      loudness.gain.exponentialRampToValueAtTime(0.0001, at + 0.4);
      tone.connect(loudness).connect(context.destination);
      tone.start(at);
      tone.stop(at + 0.4);
    }
  };

  const leave = (notice) => setTimeout(() => {
    if (document.hidden || notice.matches(":hover, :focus-within")) leave(notice);
    else notice.remove();
  }, READING);

  // What the page says itself is said once: it is the page of the notice, or it announces that page in its own words.
  const pathOf = (notice) => new URL(notice.dataset.link, location.href).pathname;
  const isSaid = (notice) => {
    const announced = [...document.querySelectorAll("[data-announces]")].map((offer) => offer.dataset.announces);
    return [location.pathname, ...announced].includes(pathOf(notice));
  };
  // The page may be about to announce a rematch: it looks before the notice is shown.
  const waitsForPage = (notice) => {
    const offer = document.querySelector("#rematch:not([data-announces])");
    notice.hidden = notice.dataset.kind === "seat_kept" && offer !== null && notice.dataset.asked === undefined;
    if (!notice.hidden) return false;
    notice.dataset.asked = "";
    htmx.trigger(offer, "notices");
    return true;
  };

  const show = () => {
    for (const over of document.querySelector("#bell")?.dataset.over?.split(" ") ?? []) {
      news.querySelector(`[data-notice="${over}"]`)?.remove();
    }
    for (const notice of news.querySelectorAll(".news__notice")) {
      if (!isSaid(notice)) continue;
      notice.remove();
      const told = document.querySelector(pathOf(notice) === location.pathname ? "#page-read" : "#told");
      if (told && !document.hidden) htmx.trigger(told, "notices");
    }
    const fresh = [...news.querySelectorAll(".news__notice:not([data-shown])")].filter((notice) => !waitsForPage(notice));
    for (const notice of fresh) {
      notice.dataset.shown = "";
      if (!URGENT.has(notice.dataset.kind)) leave(notice);
    }
    if (fresh.some((notice) => URGENT.has(notice.dataset.kind))) chime();
  };

  document.addEventListener("line:news", (event) => {
    if (event.detail.kind === "notices") fetchThem();
  });
  document.addEventListener("htmx:afterSettle", show);
  news.addEventListener("click", (event) => event.target.closest(".news__close")?.closest(".news__notice").remove());
  // The line tells of notices, and not of every table that waits: whoever comes back to the page asks.
  document.addEventListener("visibilitychange", () => { if (!document.hidden) fetchThem(); });
  const askLater = () => {
    const seconds = Number(document.querySelector("#my-turn")?.dataset.ask || LATEST);
    setTimeout(() => {
      if (!document.hidden || seconds < LATEST) fetchThem();
      askLater();
    }, 1000 * seconds);
  };
  askLater();
})();
