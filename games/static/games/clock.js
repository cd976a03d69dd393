// The clock of the turn. The server says how many milliseconds are left; the page counts on by a clock that
// nobody can set, so that a wrong or changed time of this device does no harm. Every answer puts it right again.
"use strict";
(() => {
  let clock = null;
  let endsAt = 0;

  const inWords = (seconds) => {
    if (seconds < 120) return `${seconds} s`;
    if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
    const minutes = Math.floor(seconds / 60) % 60;
    const hours = Math.floor(seconds / 3600);
    if (hours < 24) return minutes ? `${hours} h ${minutes} min` : `${hours} h`;
    const days = Math.floor(hours / 24);
    const words = days === 1 ? "1 day" : `${days} days`;
    return hours % 24 ? `${words} ${hours % 24} h` : words;
  };

  const write = (element, text) => {
    if (element && element.textContent !== text) element.textContent = text;
  };

  const show = () => {
    if (!clock) return;
    const bank = Number(clock.dataset.bank);
    const ofTurn = endsAt - performance.now();
    const isBank = bank > 0 && ofTurn <= 0;
    const left = Math.max(0, Math.ceil((isBank ? bank + ofTurn : ofTurn) / 1000));
    const bar = clock.querySelector("progress");
    if (isBank && !clock.classList.contains("clock--bank")) {
      clock.classList.add("clock--bank");
      bar.max = Math.ceil(bank / 1000);
      write(clock.querySelector("[data-bank-words]"), "from the time bank");
    }
    write(clock.querySelector("[data-countdown-words]"), inWords(left));
    bar.value = left;
  };

  const put = (milliseconds) => {
    endsAt = performance.now() + Number(milliseconds);
    show();
  };

  // The day and the hour as they are where this page is read.
  const local = new Intl.DateTimeFormat(undefined, {
    weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit",
  });

  const read = () => {
    for (const moment of document.querySelectorAll("[data-moment]")) {
      write(moment, local.format(new Date(moment.dateTime)));
    }
    const found = document.querySelector("[data-countdown]");
    if (found === clock) return;
    clock = found;
    if (clock) put(clock.dataset.countdown);
  };

  document.addEventListener("htmx:afterSwap", read);
  document.addEventListener("htmx:afterRequest", (event) => {
    const left = event.detail.xhr.getResponseHeader("Turn-Left");
    if (left !== null) put(left);
  });
  document.addEventListener("visibilitychange", () => {
    const table = document.querySelector("#table");
    if (!document.hidden && table) htmx.trigger(table, "refresh");
  });
  read();
  setInterval(show, 1000);
})();
