// A long list of people to tick: a search, and all or none of those that it leaves. Without script all are there.
"use strict";
for (const bar of document.querySelectorAll("[data-picking]")) {
  const rows = [...bar.parentElement.querySelectorAll(".ticks .tick")];
  const search = bar.querySelector("[type=search]");
  const tick = (isTicked) => {
    for (const row of rows) if (!row.hidden) row.querySelector("input").checked = isTicked;
  };
  search.addEventListener("input", () => {
    const words = search.value.trim().toLocaleLowerCase();
    for (const row of rows) row.hidden = !row.textContent.toLocaleLowerCase().includes(words);
  });
  // Enter in the search looks, it does not send the form.
  search.addEventListener("keydown", (event) => event.key === "Enter" && event.preventDefault());
  bar.querySelector("[data-all]").addEventListener("click", () => tick(true));
  bar.querySelector("[data-none]").addEventListener("click", () => tick(false));
  bar.hidden = false;
}
