// The positions of a lesson are open where there is room for them beside the words, and where "Next" leads.
// An answer is in sight as soon as it comes, and no further than that is scrolled.
// Taps in a lesson that come before the last one is answered: the newest of them is carried out after the answer.
"use strict";
(() => {
  const open = (details) => details.setAttribute("open", "");

  if (matchMedia("(min-width: 860px)").matches) document.querySelectorAll(".lesson__try").forEach(open);
  document.addEventListener("click", ({ target }) => {
    const next = target.closest(".trial a[href^='#']");
    if (next) document.querySelectorAll(`${next.hash} > .lesson__try`).forEach(open);
  });

  document.addEventListener("htmx:afterSettle", ({ target }) => {
    const told = target.querySelector?.(".trial__story[data-told]");
    told?.focus({ preventScroll: true });
    told?.nextElementSibling.scrollIntoView({ block: "nearest" });
  });

  let sent = "";
  let waiting = "";

  document.addEventListener(
    "click",
    ({ target }) => {
      const button = target.closest(".trial button[type=submit]");
      if (!button) return;
      if (!button.form.classList.contains("htmx-request")) sent = button.id;
      else if (button.id !== sent) waiting = button.id;
    },
    true
  );
  document.addEventListener("htmx:afterSettle", ({ target }) => {
    const button = document.getElementById(waiting);
    if (!button || !target.contains(button)) return;
    waiting = "";
    button.click();
  });
})();
