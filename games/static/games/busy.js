// What takes longer than a moment says so at the button that was pressed: its words are what is being done.
// Forms that htmx sends tell by themselves.
"use strict";
(() => {
  const MOMENT = 400;
  const LATEST = 60000; // a file that was saved is no new page

  const clear = () => {
    for (const one of document.querySelectorAll("button[data-busy]")) {
      one.removeAttribute("aria-busy");
      delete one.dataset.busy;
    }
  };

  document.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (event.defaultPrevented || event.target.method !== "post" || !button?.matches("button")) return;
    button.dataset.busy = "";
    setTimeout(() => {
      if ("busy" in button.dataset) button.setAttribute("aria-busy", "true");
    }, MOMENT);
    setTimeout(clear, LATEST);
  });
  addEventListener("pageshow", clear);
})();
