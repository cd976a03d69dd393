// Announcing a competition: what the chosen card does not ask for is out of sight. Without script all is there.
"use strict";
(() => {
  const form = document.querySelector("[data-announce]");
  const sort = () => {
    const chosen = form.querySelector("[name=format]:checked")?.value;
    for (const one of form.querySelectorAll("[data-for]")) {
      one.hidden = !one.dataset.for.split(" ").includes(chosen);
      // What is out of sight must not hold the form up.
      for (const field of one.querySelectorAll("input, select, textarea")) field.disabled = one.hidden;
    }
    for (const group of form.querySelectorAll("[data-sorted]")) {
      group.hidden = !group.querySelector("[data-for]:not([hidden])");
    }
    for (const one of form.querySelectorAll("[data-venue]")) {
      one.hidden = !one.dataset.venue.split(" ").includes(form.querySelector("[name=venue]").value);
      for (const field of one.querySelectorAll("input, select")) field.disabled = one.hidden;
    }
  };
  for (const said of form.querySelectorAll("[data-without-script]")) said.hidden = true;
  form.addEventListener("change", sort);
  sort();
})();
