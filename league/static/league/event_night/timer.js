// The timer of a round: the server says how many seconds are left, the page counts on by a clock nobody can set.
"use strict";
(() => {
  const ends = new WeakMap();

  const words = (seconds) => {
    if (seconds <= 0) return pgettext("the time of a round is over", "Time’s up");
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  };

  const show = () => {
    for (const timer of document.querySelectorAll("[data-timer]")) {
      if (!ends.has(timer)) ends.set(timer, performance.now() + 1000 * Number(timer.dataset.timer));
      if ("paused" in timer.dataset) continue;
      const left = Math.ceil((ends.get(timer) - performance.now()) / 1000);
      const text = timer.querySelector("[data-timer-words]");
      if (text.textContent !== words(left)) text.textContent = words(left);
      timer.classList.toggle("timer--over", left <= 0);
    }
  };

  document.addEventListener("htmx:afterSettle", show);
  show();
  setInterval(show, 500);
})();
