// A button that prints the page.
"use strict";
(() => {
  const button = document.querySelector("[data-print]");
  button.hidden = false;
  for (const element of document.querySelectorAll("[data-without-script]")) element.hidden = true;
  button.addEventListener("click", () => print());
})();
