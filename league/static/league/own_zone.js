// Proposes the time zone of the browser to a reader who has not chosen any. A browser may know it by an older name.
"use strict";
(() => {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const nameHere = (zone) => {
    try {
      return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
    } catch {
      return ""; // a zone that is newer than the browser
    }
  };
  for (const select of document.querySelectorAll("select[data-own-zone]")) {
    const options = [...select.options];
    const proposed = options.find(({ value }) => value === own) ?? options.find(({ value }) => nameHere(value) === own);
    if (proposed) proposed.selected = true;
  }
})();
