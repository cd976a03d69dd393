// A button that prints the page.
"use strict";
(() => {
  const button = document.querySelector("[data-print]");
  button.hidden = false;
  for (const said of document.querySelectorAll("[data-without-script]")) said.hidden = true;
  button.addEventListener("click", () => print());
})();
