// A long list of people: a search, and where they are ticked, all or none of those that it leaves. A select keeps
// only the options that the search leaves: not every browser can hide one. Of very many to tick the first ones are
// shown until somebody asks for all. Without script all are there. A list that htmx replaces keeps its search. A list
// that the site searches is asked for while the name is typed; letters typed before its answer came are asked for then.
"use strict";
const MANY = 40;
const FIRST = 24;
const PAUSE = 250; // between two letters
const fits = (row, words) => (row.querySelector(".people__name") ?? row).textContent.toLocaleLowerCase().includes(words);
const narrowed = (select) => {
  const groups = [...select.querySelectorAll("optgroup")];
  const people = [...select.options].filter((option) => option.value);
  const homes = new Map(people.map((option) => [option, option.parentElement]));
  return (words) => {
    const chosen = select.selectedOptions[0];
    const left = people.filter((option) => fits(option, words));
    for (const option of people) option.remove();
    for (const option of left) homes.get(option).append(option);
    for (const group of groups) group.hidden = !group.firstElementChild;
    const meant = left.includes(chosen) ? chosen : words && left[0];
    if (meant) meant.selected = true;
    return left.length > 0;
  };
};
const wordsOf = new Map();
const bound = new WeakSet();
const pick = (bar) => {
  bound.add(bar);
  const key = bar.dataset.picking;
  const rows = [...bar.parentElement.querySelectorAll(".ticks .tick, .rows > li, .people > li")];
  const search = bar.querySelector("[type=search]");
  const none = bar.querySelector("[role=status]");
  const more = bar.querySelector("[data-more]");
  const tick = (isTicked) => {
    if (!search.value.trim()) showAll();
    for (const row of rows) if (!row.hidden) row.querySelector("input").checked = isTicked;
  };
  const select = bar.parentElement.querySelector(":scope > select");
  const narrow = select && narrowed(select);
  const look = () => {
    const words = search.value.trim().toLocaleLowerCase();
    const most = words || !more || more.hidden ? rows.length : FIRST;
    for (const [number, row] of rows.entries()) row.hidden = !fits(row, words) || (number >= most && !row.querySelector(":checked"));
    none.hidden = narrow ? narrow(words) : rows.some((row) => !row.hidden);
  };
  const showAll = () => {
    if (more) more.hidden = true;
    look();
  };
  if (more && rows.length > MANY) {
    more.hidden = false;
    more.addEventListener("click", showAll);
    look();
  }
  search.addEventListener("input", () => {
    if (key) wordsOf.set(key, search.value);
    look();
  });
  // Enter in the search looks, it does not send the form.
  search.addEventListener("keydown", (event) => event.key === "Enter" && event.preventDefault());
  bar.querySelector("[data-all]")?.addEventListener("click", () => tick(true));
  bar.querySelector("[data-none]")?.addEventListener("click", () => tick(false));
  bar.hidden = false;
  if (wordsOf.get(key)) search.value = wordsOf.get(key);
  if (search.value) look(); // a browser keeps it when the page is loaded again
};
const pickAll = () => {
  for (const key of wordsOf.keys()) if (!document.querySelector(`[data-picking="${key}"]`)) wordsOf.delete(key);
  for (const bar of document.querySelectorAll("[data-picking]")) if (!bound.has(bar)) pick(bar);
};
pickAll();
document.addEventListener("htmx:afterSwap", pickAll);
let asking = 0;
const ask = () => {
  clearTimeout(asking);
  asking = setTimeout(() => {
    const search = document.querySelector("[data-asks]");
    if (search && search.value !== search.defaultValue) htmx.trigger(search.form, "submit");
  }, PAUSE);
};
document.addEventListener("input", (event) => event.target.matches("[data-asks]") && ask());
document.addEventListener("htmx:afterSettle", ask);
ask(); // a browser keeps what was typed when the page is loaded again
