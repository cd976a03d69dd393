// The clock of the turn. The server says how many milliseconds are left; the page counts on by a clock that
// nobody can set, so that a wrong or changed time of this device does no harm. Every answer puts it right again.
"use strict";
(() => {
  let clock = null;
  let endsAt = 0;

  const inWords = (seconds) => {
    if (seconds < 120) return interpolate(gettext("%(seconds)s s"), { seconds }, true);
    const minutes = Math.floor(seconds / 60) % 60;
    if (seconds < 3600) return interpolate(gettext("%(minutes)s min"), { minutes }, true);
    const hours = Math.floor(seconds / 3600);
    if (hours < 24) return interpolate(minutes ? gettext("%(hours)s h %(minutes)s min") : gettext("%(hours)s h"), { hours, minutes }, true);
    const days = Math.floor(hours / 24);
    const words = hours % 24 ? ngettext("%(days)s day %(hours)s h", "%(days)s days %(hours)s h", days) : ngettext("%(days)s day", "%(days)s days", days);
    return interpolate(words, { days, hours: hours % 24 }, true);
  };

  const write = (element, text) => {
    if (element && element.textContent !== text) element.textContent = text;
  };

  // Whoever is to move hears of the time at two points and not in between.
  const POINTS = [30, 10];
  let heard = null;
  const warn = (left, isBank) => {
    clock.classList.toggle("clock--short", left <= 10);
    const point = POINTS.filter((seconds) => left <= seconds).at(-1);
    const now = `${isBank} ${point}`;
    if (heard !== null && point && now !== heard && left > 0 && document.querySelector("#hand.hand--turn")) {
      const words = isBank
        ? ngettext("%(left)s second left in the time bank.", "%(left)s seconds left in the time bank.", left)
        : ngettext("%(left)s second left.", "%(left)s seconds left.", left);
      document.dispatchEvent(new CustomEvent("table:say", { detail: interpolate(words, { left }, true) }));
    }
    heard = now;
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
      write(clock.querySelector("[data-bank-words]"), gettext("from the time bank"));
    }
    write(clock.querySelector("[data-countdown-words]"), inWords(left));
    bar.value = left;
    warn(left, isBank);
  };

  // The time of the whole match, beside that of the turn.
  const SHORT = 60_000;
  const remaining = new WeakMap();
  const showRemaining = () => {
    for (const element of document.querySelectorAll("[data-remaining]")) {
      if (!remaining.has(element)) remaining.set(element, performance.now() + Number(element.dataset.remaining));
      const left = remaining.get(element) - performance.now();
      write(element, inWords(Math.max(0, Math.ceil(left / 1000))));
      // What counts only so long tells its time when it is short, and goes with it; the server has the last word.
      if (element.dataset.then !== "gone") continue;
      element.hidden = left >= SHORT;
      if (left <= 0) element.closest("form").hidden = true;
    }
  };

  const put = (milliseconds) => {
    endsAt = performance.now() + Number(milliseconds);
    show();
  };

  // The day and the hour as they are where this page is read, in the words and the order of the page itself.
  const { lang } = document.documentElement;
  const locales = lang === "en" ? ["en-GB"] : [lang, "en-GB"];
  const isKnown = Intl.DateTimeFormat.supportedLocalesOf(lang).length > 0;
  const { hour12 } = new Intl.DateTimeFormat(locales, { hour: "numeric" }).resolvedOptions();
  // Some browsers know no Welsh: numbers then stand for the day and the month, not the words of English.
  const day = isKnown ? { weekday: "short", day: "numeric", month: "short" } : { day: "2-digit", month: "2-digit" };
  const local = new Intl.DateTimeFormat(locales, { ...day, hour: hour12 ? "numeric" : "2-digit", minute: "2-digit" });

  const read = () => {
    for (const moment of document.querySelectorAll("[data-moment]")) {
      write(moment, local.format(new Date(moment.dateTime)));
    }
    showRemaining();
    const current = document.querySelector("[data-countdown]");
    if (current === clock) return;
    clock = current;
    heard = null;
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
  setInterval(() => {
    show();
    if (!document.querySelector(".paused")) showRemaining();
  }, 1000);
})();
