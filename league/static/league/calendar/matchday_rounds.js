// The stages and rounds of a matchday: only those that the chosen competition has; without a competition none.
"use strict";
for (const fields of document.querySelectorAll("[data-rounds]")) {
  const rounds = JSON.parse(fields.dataset.rounds);
  const [competition, stage, round] = ["competition", "stage", "round_number"].map((name) => fields.querySelector(`[name=${name}]`));
  const all = new Map([stage, round].map((select) => [select, [...select.options]]));
  // Not every browser can hide an option.
  const narrow = (select, most) => {
    const chosen = select.selectedOptions[0];
    const left = all.get(select).filter((option) => option.defaultSelected || Number(option.value) <= most);
    select.replaceChildren(...left);
    (left.includes(chosen) ? chosen : left[0]).selected = true;
    select.closest(".field").hidden = !competition.value;
  };
  const follow = () => {
    const stages = rounds[competition.value] ?? [];
    narrow(stage, stages.length);
    narrow(round, stages[Math.max(0, stage.value - 1)] ?? 0);
    if (stages.length === 1) stage.closest(".field").hidden = true;
  };
  competition.addEventListener("change", follow);
  stage.addEventListener("change", follow);
  follow();
}
