// Where they play on for places: who goes out next is tapped, name after name. The selects below hold the order.
"use strict";
(() => {
  const form = document.querySelector("#deal");
  const box = form?.querySelector("[data-order]");
  if (!box) return;

  const fields = [...form.querySelectorAll("[data-then]")];
  const buttons = [...box.querySelectorAll("[data-next]")];
  const first = () => form.elements.out.value;
  const later = () => fields.map((field) => field.value).filter(Boolean);

  const shown = () => {
    const order = later();
    box.closest("fieldset").hidden = !first() || first() === "none";
    for (const button of buttons) {
      const seat = button.dataset.next;
      const place = order.indexOf(seat);
      button.hidden = seat === first() || form.querySelector(`[name=out][value="${seat}"]`).disabled;
      button.disabled = place < 0 && order.length === fields.length;
      button.setAttribute("aria-pressed", String(place >= 0));
      button.querySelector("[data-place]").textContent = place < 0 ? "" : `${place + 2}. `;
    }
  };

  // Whoever is tapped again is taken back, and so is everybody after them.
  box.addEventListener("click", (event) => {
    const seat = event.target.closest("[data-next]")?.dataset.next;
    if (!seat) return;
    const order = later();
    const now = order.includes(seat) ? order.slice(0, order.indexOf(seat)) : [...order, seat];
    fields.forEach((field, place) => {
      field.value = now[place] ?? "";
    });
    fields[0].dispatchEvent(new Event("change", { bubbles: true }));
  });
  form.addEventListener("deal:shown", shown);
  shown();
})();
