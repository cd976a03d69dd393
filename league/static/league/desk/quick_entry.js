// Quick entry: a row is sent as soon as all totals that it needs are there and the reader has left it.
// Tab then leads past its button to the next row; without script the button sends the row.
"use strict";
(() => {
  const fieldsOf = (part) => [...part.querySelectorAll(".quick__fields input")];
  const isComplete = (row) => fieldsOf(row).every((field) => field.value !== "");
  const changed = new WeakSet();
  const REST = 1200; // milliseconds without a field in use, after which rows may move

  // Comes once for the page, and for each row that an answer replaces.
  document.addEventListener("htmx:load", ({ target }) => {
    // The totals of a result that was undone are there to be changed, or sent as they are.
    if (target.matches("[data-quick][data-typed]") && !target.querySelector(".quick__error")) changed.add(target);
    for (const button of document.querySelectorAll("[data-quick] button[type=submit]:not([name])")) button.tabIndex = -1;
    count();
  });
  document.addEventListener("input", (event) => {
    const row = event.target.closest("[data-quick]");
    if (row) {
      changed.add(row);
      row.dataset.typed = "";
      // The question was about other totals. Its room stays, so that nothing moves.
      row.querySelector(".quick__line")?.classList.add("quick__line--past");
    }
    count();
  });
  // Enter sends a row that is complete, and otherwise leads to its next empty field; in an empty field it sends the row,
  // whose answer asks about those without a total.
  document.addEventListener("keydown", (event) => {
    const row = event.target.closest(".quick__row[data-quick]");
    if (event.key !== "Enter" || !event.target.value || !fieldsOf(row ?? document.body).includes(event.target)) return;
    const empty = fieldsOf(row).find((field) => field.value === "");
    if (!empty) return;
    event.preventDefault();
    empty.focus();
  });
  document.addEventListener("submit", (event) => changed.delete(event.target), true);
  document.addEventListener("focusout", (event) => {
    const row = event.target.closest("[data-quick]");
    if (!row || row.contains(event.relatedTarget) || !changed.has(row) || !isComplete(row)) return;
    // A row that its answer replaces loses the focus, too; sent again, it would load the whole page.
    setTimeout(() => {
      if (row.isConnected && changed.has(row) && !row.contains(document.activeElement)) row.requestSubmit();
    });
  });

  // What is typed into a row on its way would leave with it.
  const lock = (row, isLocked) => {
    for (const field of fieldsOf(row)) field.readOnly = isLocked;
  };
  document.addEventListener("htmx:beforeSend", ({ target }) => {
    if (target.matches("[data-quick]")) lock(target, true);
  });
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    const row = detail.elt;
    if (!row.matches("[data-quick]") || !row.isConnected) return;
    lock(row, false);
    if (!detail.successful) changed.add(row);
  });

  // How many totals are missing, and the way to the next of them.
  const emptyAfter = (row) => {
    const empty = fieldsOf(document).filter((field) => field.value === "");
    return empty.find((field) => row && row.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING) ?? empty[0];
  };
  const unsent = () => [...document.querySelectorAll("[data-quick]")].some((row) => changed.has(row) && isComplete(row));
  const count = () => {
    const line = document.getElementById("quick-totals");
    if (!line) return;
    const fields = fieldsOf(document);
    const n = fields.filter((field) => field.value === "").length;
    const all = fields.length + document.querySelectorAll(".quick__totals b").length;
    line.textContent = n ? interpolate(ngettext("%(n)s of %(all)s total is missing.", "%(n)s of %(all)s totals are missing.", all), { n, all }, true) : "";
    const button = document.getElementById("quick-empty");
    button.hidden = !fields.length;
    button.textContent = n ? gettext("Next empty field") : unsent() ? gettext("Save") : gettext("Next row to save");
  };
  document.addEventListener("click", (event) => {
    if (event.target.id !== "quick-empty") return;
    // A row that was left for this button is sent by that.
    const field = emptyAfter() ?? (unsent() ? null : fieldsOf(document)[0]);
    field?.focus();
    field?.scrollIntoView({ block: "center" });
  });

  // A row that is saved stays as high as it was, and a row that says why it is not pushes nothing under a finger:
  // otherwise a quick tap meets the field of somebody else.
  let before = null;
  document.addEventListener("htmx:beforeSwap", ({ target }) => {
    if (!target.matches(".quick__row")) return;
    const typing = document.activeElement;
    const isWithin = target.contains(typing);
    before = { id: target.id, height: target.offsetHeight, typing, isWithin, isField: isWithin && typing.matches("input"), top: typing.getBoundingClientRect().top };
    target.removeAttribute("style"); // htmx would hand it to the new row, which the page does not allow
  });
  const keepHeight = () => {
    const row = document.getElementById(before.id);
    if (row && !row.matches("[data-quick]")) row.style.minBlockSize = `${before.height}px`;
    return row;
  };
  const stay = (part, top) => scrollBy({ top: part.getBoundingClientRect().top - top, behavior: "instant" });
  document.addEventListener("htmx:afterSwap", () => {
    if (!before) return;
    keepHeight();
    if (!before.isWithin && before.typing !== document.body && before.typing.isConnected) stay(before.typing, before.top);
  });

  // Nobody types any more: saved rows leave their gaps, and the first row in sight that is open stays in its place.
  const isSeen = (row) => row.getBoundingClientRect().bottom > 0;
  const closeGaps = () => {
    if (document.activeElement.matches(".quick__fields input")) return;
    const rows = [...document.querySelectorAll(".quick__row")].filter(isSeen);
    const still = rows.find((row) => row.matches("[data-quick]")) ?? rows[0];
    const top = still?.getBoundingClientRect().top;
    for (const row of document.querySelectorAll(".quick__row:not([data-quick])")) row.style.minBlockSize = "";
    if (still) stay(still, top);
  };
  let rest = 0;
  const closeGapsSoon = () => {
    clearTimeout(rest);
    rest = setTimeout(closeGaps, REST);
  };
  document.addEventListener("focusout", closeGapsSoon);

  // Whoever is through with a row goes on to the next, and after the last row to the next step: to a link itself, but
  // to what is said above a button, so that one more Enter publishes nothing.
  const nextStep = () => {
    const act = document.querySelector(".quick__act");
    return act?.querySelector("a.button--main") ?? act?.querySelector("p");
  };
  document.addEventListener("htmx:afterSettle", () => {
    if (!before) return;
    const row = keepHeight(); // htmx has just settled its style
    const here = document.activeElement;
    const isNowhere = here === document.body || here.id === "quick-empty";
    if (isNowhere && !document.querySelector("[data-quick]")) nextStep()?.focus();
    else if (isNowhere && before.isField && row && !row.matches("[data-quick]")) emptyAfter(row)?.focus();
    else if (here === document.body && before.isWithin && row?.matches("[data-quick]")) fieldsOf(row)[0]?.focus();
    before = null;
    closeGapsSoon();
  });
})();
