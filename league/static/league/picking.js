// A long list of people: a search, and where they are ticked, all or none of those that it leaves. Without script
// all are there.
"use strict";
for (const bar of document.querySelectorAll("[data-picking]")) {
  const rows = [...bar.parentElement.querySelectorAll(".ticks .tick, .rows > li")];
  const search = bar.querySelector("[type=search]");
  const none = bar.querySelector("[role=status]");
  const tick = (isTicked) => {
    for (const row of rows) if (!row.hidden) row.querySelector("input").checked = isTicked;
  };
  const look = () => {
    const words = search.value.trim().toLocaleLowerCase();
    for (const row of rows) row.hidden = !row.textContent.toLocaleLowerCase().includes(words);
    none.hidden = rows.some((row) => !row.hidden);
  };
  search.addEventListener("input", look);
  // Enter in the search looks, it does not send the form.
  search.addEventListener("keydown", (event) => event.key === "Enter" && event.preventDefault());
  bar.querySelector("[data-all]")?.addEventListener("click", () => tick(true));
  bar.querySelector("[data-none]")?.addEventListener("click", () => tick(false));
  bar.hidden = false;
  if (search.value) look(); // a browser keeps it when the page is loaded again
}
