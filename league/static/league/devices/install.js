// The button that installs the app, in browsers that offer it to a page.
"use strict";
(() => {
  const button = document.querySelector("#install");
  if (!button) return;
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    button.hidden = false;
    button.addEventListener("click", () => event.prompt(), { once: true });
  });
  addEventListener("appinstalled", () => { button.hidden = true; });
})();
