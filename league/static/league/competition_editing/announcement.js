// Nobody moves between divisions where there is only one. A bracket from whose tables more than half advance is drawn
// round by round, so that its rounds can wait. Pasted names: “Use Ana Berg” puts the name of somebody known in the place of one that is spelled nearly alike.
"use strict";
const divisions = document.getElementById("id_divisions");
const look = () => {
  for (const name of ["movers", "play_offs"]) {
    const field = document.getElementById(`id_${name}`)?.closest(".field");
    if (field) field.hidden = Number(divisions.value || 1) < 2;
  }
};
divisions?.addEventListener("input", look);
if (divisions) look();
const announced = divisions?.form;
const judge = () => {
  const isOfTwo = announced.querySelector("[name=format]:checked")?.value === "single_elimination";
  const size = Number(announced.elements.table_size.value || (isOfTwo ? 2 : 4));
  announced.toggleAttribute("data-redrawn", size > 2 && size < 2 * Number(announced.elements.advance.value));
};
announced?.addEventListener("input", judge);
if (announced) judge();
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-instead]");
  const names = button?.closest("form").querySelector("[data-names] textarea, textarea[name=names], textarea[name=new_name]");
  if (!names) return;
  const lines = names.value.split("\n").map((line) => {
    const [name, ...team] = line.split(",");
    return name.trim() === button.dataset.instead ? [button.dataset.name, ...team].join(",") : line;
  });
  names.value = lines.join("\n");
  names.dispatchEvent(new Event("input", { bubbles: true }));
  names.focus();
});
