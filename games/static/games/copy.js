// Copies what stands in the field that a button names.
"use strict";
(() => {
  const BUTTON = "button[data-copy]";

  const offer = () => {
    for (const button of document.querySelectorAll(BUTTON)) button.hidden = false;
  };

  // Over plain HTTP browsers keep the clipboard to themselves: then the text is selected, ready to be copied.
  const copy = async (field, status) => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      status.textContent = gettext("Copied.");
    } catch {
      status.textContent = document.execCommand("copy") ? gettext("Copied.") : gettext("Selected: copy it with your keyboard or menu.");
    }
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest(BUTTON);
    if (!button) return;
    copy(document.getElementById(button.dataset.copy), (button.closest(".share") || button.closest(".bar")).querySelector("[role=status]"));
  });
  document.addEventListener("htmx:afterSettle", offer);
  offer();
})();
