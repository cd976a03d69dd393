// Taps in a lesson that come before the last one is answered: the newest of them is carried out after the answer.
"use strict";
(() => {
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
