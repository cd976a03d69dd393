// Seeding: names are dragged, moved with the arrows, or go where their number says, without a page in between;
// the other numbers follow. Without script the arrows send the form, and all numbers can be written.
"use strict";
(() => {
  const EDGE = 60;
  // What was dragged is never dropped: “Start” takes the order along, saved or not. An order that nobody has changed
  // here is not sent: another organizer may have saved a newer one since.
  document.addEventListener("submit", (event) => {
    const form = document.querySelector("[data-seeding]");
    if (!event.target.matches("[data-starting]") || !form) return;
    const fields = [...form.querySelectorAll(".seeds input")];
    if (form.dataset.seeding !== "unsaved" && fields.every((field) => field.value === field.defaultValue)) return;
    const send = (name, value) => event.target.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    for (const field of fields) send(field.name, field.value);
    send("seeding_after", form.elements.after.value);
  });
  for (const form of document.querySelectorAll("[data-seeding]")) {
    const list = form.querySelector(".seeds");
    const status = form.querySelector("[data-said]");
    let dragged = null;
    let pointer = 0;
    let before = 0;
    let y = 0;
    let last = 0;

    const place = (row) => [...list.children].indexOf(row);
    const number = () => {
      for (const [index, row] of [...list.children].entries()) row.querySelector("input").value = index + 1;
    };
    const tell = (row) => {
      status.textContent = `${row.querySelector("label").textContent}: ${row.querySelector("input").value}`;
    };

    // A finger drags by the grip, so that the list can still be scrolled by its names; a mouse takes the whole row.
    for (const row of list.children) {
      const grip = document.createElement("span");
      grip.className = "seeds__grip";
      grip.setAttribute("aria-hidden", "true");
      row.prepend(grip);
    }
    list.classList.add("seeds--dragged");
    const settle = () => {
      const after = [...list.children].find((row) => {
        const box = row.getBoundingClientRect();
        return row !== dragged && y < box.top + box.height / 2;
      });
      if (dragged.nextElementSibling !== (after || null)) list.insertBefore(dragged, after || null);
    };
    // Once a frame, as a finger that rests at the edge of the window goes on scrolling.
    const follow = (now) => {
      if (!dragged) return;
      const beyond = Math.min(0, y - EDGE) + Math.max(0, y - window.innerHeight + EDGE);
      if (beyond) window.scrollBy({ top: beyond * Math.min(now - last, 250) / 50, behavior: "instant" });
      last = now;
      settle();
      requestAnimationFrame(follow);
    };
    const move = (event) => {
      if (event.pointerId === pointer) y = event.clientY;
    };
    const end = (event) => {
      if (event.pointerId !== pointer) return;
      document.removeEventListener("pointermove", move);
      document.removeEventListener("pointerup", end);
      document.removeEventListener("pointercancel", end);
      settle();
      dragged.classList.remove("is-dragged");
      number();
      if (before !== place(dragged)) tell(dragged);
      dragged = null;
    };
    list.addEventListener("pointerdown", (event) => {
      const row = event.target.closest("[data-seed]");
      const isHeld = event.pointerType === "mouse" ? event.button === 0 : event.target.closest(".seeds__grip");
      if (dragged || !row || !isHeld || event.target.closest("button, input")) return;
      [dragged, pointer, before, y] = [row, event.pointerId, place(row), event.clientY];
      row.classList.add("is-dragged");
      document.addEventListener("pointermove", move);
      document.addEventListener("pointerup", end);
      document.addEventListener("pointercancel", end);
      last = performance.now();
      requestAnimationFrame(follow);
    });
    list.addEventListener("change", (event) => {
      const row = event.target.closest("[data-seed]");
      const rows = [...list.children];
      const wanted = Math.min(Math.max(1, Math.trunc(event.target.value)), rows.length) - 1;
      const here = place(row);
      if (event.target.value && wanted !== here) {
        list.insertBefore(row, wanted < here ? rows[wanted] : rows[wanted].nextSibling);
      }
      number();
      tell(row);
    });
    list.addEventListener("click", (event) => {
      const button = event.target.closest("[name=up], [name=down]");
      if (!button) return;
      event.preventDefault();
      const row = button.closest("[data-seed]");
      const other = button.name === "up" ? row.previousElementSibling : row.nextElementSibling;
      if (other) list.insertBefore(row, button.name === "up" ? other : other.nextSibling);
      number();
      tell(row);
      button.focus();
    });
  }
})();
