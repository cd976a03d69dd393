// Offers notices on this device at a table with long turns, until the reader has answered. It asks nothing.
"use strict";
(() => {
  const offer = document.querySelector("#push-offer");
  const ANSWERED = "push-offer";
  if (!offer || !window.PushManager || window.Notification?.permission !== "default") return;
  try {
    if (localStorage.getItem(ANSWERED)) return;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return; // this browser keeps nothing: it would ask every time
  }
  offer.hidden = false;
  offer.querySelector("button").addEventListener("click", () => {
    localStorage.setItem(ANSWERED, "no");
    offer.remove();
  });
})();
