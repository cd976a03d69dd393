// Seeding: names are dragged, moved with the arrows, or go where their number says, without a page in between;
// the other numbers follow. Without script the arrows send the form, and all numbers can be written.
"use strict";
(() => {
  for (const form of document.querySelectorAll("[data-seeding]")) {
    const list = form.querySelector(".seeds");
    const said = form.querySelector("[data-said]");
    let dragged = null;

    const number = () => {
      for (const [place, row] of [...list.children].entries()) row.querySelector("input").value = place + 1;
    };
    const tell = (row) => {
      said.textContent = `${row.querySelector("label").textContent}: ${row.querySelector("input").value}`;
    };

    for (const row of list.children) {
      row.draggable = true;
      // Text in the field can be selected as everywhere.
      const field = row.querySelector("input");
      field.addEventListener("focus", () => { row.draggable = false; });
      field.addEventListener("blur", () => { row.draggable = true; });
    }
    list.addEventListener("dragstart", (event) => {
      dragged = event.target.closest("[data-seed]");
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", "");
    });
    list.addEventListener("dragover", (event) => {
      const over = event.target.closest("[data-seed]");
      if (!dragged) return;
      event.preventDefault();
      if (!over || over === dragged) return;
      const box = over.getBoundingClientRect();
      const isBelow = event.clientY > box.top + box.height / 2;
      list.insertBefore(dragged, isBelow ? over.nextSibling : over);
    });
    list.addEventListener("drop", (event) => event.preventDefault());
    list.addEventListener("dragend", () => {
      number();
      tell(dragged);
      dragged = null;
    });
    list.addEventListener("change", (event) => {
      const row = event.target.closest("[data-seed]");
      const rows = [...list.children];
      const place = Math.min(Math.max(1, Math.trunc(event.target.value)), rows.length) - 1;
      const here = rows.indexOf(row);
      if (event.target.value && place !== here) {
        list.insertBefore(row, place < here ? rows[place] : rows[place].nextSibling);
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
