// Quick entry: totals that are typed and not saved stay in this browser, by account and row. They come back with the
// page, unless the server has another total by then, and go when their row is saved. Logging out forgets them.
"use strict";
(() => {
  const keyOf = (row) => `typed:${document.getElementById("news")?.dataset.account}:${row.getAttribute("action")}`;
  const fieldsOf = (row) => [...row.querySelectorAll(".quick__fields input")];

  const kept = (row) => {
    try {
      return JSON.parse(localStorage.getItem(keyOf(row))) || {};
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof DOMException) return {};
      throw error;
    }
  };
  const keep = (row) => {
    const isOpen = row.matches("[data-quick]") && fieldsOf(row).some((field) => field.value !== "");
    try {
      if (!isOpen) return localStorage.removeItem(keyOf(row));
      const totals = fieldsOf(row).map((field) => [field.name, { typed: field.value, served: field.defaultValue }]);
      localStorage.setItem(keyOf(row), JSON.stringify(Object.fromEntries(totals)));
    } catch (error) {
      if (!(error instanceof DOMException)) throw error; // without storage they last as long as the page
    }
  };
  const restore = (row) => {
    const totals = kept(row);
    const back = fieldsOf(row).filter(({ name, value }) => {
      const total = totals[name];
      return total && total.typed !== value && (value === "" || value === total.served);
    });
    for (const field of back) field.value = totals[field.name].typed;
    if (back.length) tell(row);
  };
  const tell = (row) => {
    const line = document.createElement("p");
    line.className = "quick__unsaved soft small";
    line.textContent = gettext("You typed this earlier. It is not saved yet.");
    row.querySelector(".quick__fields").after(line);
  };

  // Comes once for the page, and for each row that an answer replaces.
  document.addEventListener("htmx:load", ({ detail }) => {
    if (detail.elt.matches(".quick__row")) return keep(detail.elt);
    for (const row of detail.elt.querySelectorAll(".quick__row")) row.matches("[data-quick]") ? restore(row) : keep(row);
  });
  document.addEventListener("input", ({ target }) => {
    const row = target.closest("[data-quick]");
    if (row) keep(row);
  });
})();
