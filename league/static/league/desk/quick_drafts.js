// Quick entry: totals that are typed and not saved stay in this browser, by account and row. They come back with the
// page, and go when their row is saved. Logging out forgets them.
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
    const isOpen = row.matches("[data-quick][data-typed]") && fieldsOf(row).some((field) => field.value !== "");
    try {
      if (!isOpen) return localStorage.removeItem(keyOf(row));
      const totals = Object.fromEntries(fieldsOf(row).map((field) => [field.name, field.value]));
      localStorage.setItem(keyOf(row), JSON.stringify({ totals, at: row.elements.at_table.value }));
    } catch (error) {
      if (!(error instanceof DOMException)) throw error; // without storage they last as long as the page
    }
  };
  // With what the table had recorded then: if it has recorded more since, saving them is refused, and shows both.
  const restore = (row) => {
    const { totals = {}, at } = kept(row);
    const back = fieldsOf(row).filter(({ name, value }) => (totals[name] ?? value) !== value);
    if (!back.length) return;
    for (const field of back) field.value = totals[field.name];
    row.elements.at_table.value = at;
    row.dataset.typed = "";
    tell(row);
  };
  const tell = (row) => {
    const line = document.createElement("p");
    line.className = "quick__unsaved soft small";
    line.textContent = gettext("You typed this earlier. It is not saved yet.");
    row.querySelector(".quick__line").prepend(line);
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
