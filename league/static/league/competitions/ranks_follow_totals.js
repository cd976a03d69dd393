// The form that corrects a result: whoever changes totals sees the ranks follow at once, as the server would rank them.
"use strict";
(() => {
  const form = document.querySelector("#result-form[data-ranks]");
  if (!form) return;
  const ABSENT = "0";
  const sign = form.dataset.ranks === "low" ? 1 : -1;

  const lineOf = (fieldset) => ({
    total: fieldset.querySelector("[name^=total_]"),
    places: [...fieldset.querySelectorAll("[name^=place_]")],
  });

  form.addEventListener("input", ({ target }) => {
    if (!target.matches("[name^=total_]")) return;
    const lines = [...form.querySelectorAll("fieldset.places")].map(lineOf);
    const played = lines.filter(({ places }) => !places.some((place) => place.checked && place.value === ABSENT));
    if (played.some(({ total }) => total.value === "")) return;
    for (const { total, places } of played) {
      const better = played.filter((other) => sign * (other.total.value - total.value) < 0).length;
      for (const place of places) place.checked = Number(place.value) === better + 1;
    }
  });
})();
