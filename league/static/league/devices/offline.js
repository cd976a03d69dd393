// For a page that was opened without a network: loads it again when the network is back, and leads to the last table.
"use strict";
(() => {
  const SOON = 3000;
  const self = document.currentScript.src;

  // That there is a network does not mean yet that the site answers.
  const look = async () => {
    if (document.hidden || !navigator.onLine) return;
    const answer = await fetch(self, { method: "HEAD", cache: "no-store" }).catch(() => null);
    if (answer?.ok) location.reload();
  };
  addEventListener("online", look);
  setInterval(look, SOON);
  for (const again of document.querySelectorAll("[data-again]")) {
    again.addEventListener("click", (event) => {
      event.preventDefault();
      location.reload();
    });
  }

  // What was seen on another day says the day, too.
  const sign = document.querySelector("[data-seen-at]");
  if (sign && new Date(sign.dataset.seenAt).toDateString() !== new Date().toDateString()) {
    sign.textContent = sign.dataset.withDay;
  }

  // A move that lies ready is sent by the page of the table (games/pages/sending.js).
  const move = document.querySelector("[data-move]");
  if (move) move.hidden = localStorage.getItem(move.dataset.move) === null;

  const link = document.querySelector("[data-seen]");
  if (link && window.caches) {
    caches.keys().then((names) => { link.hidden = !names.some((name) => name.startsWith("seen-")); }, () => {});
  }
})();
