// Reloads “Your matches” in the lobby when the number of waiting tables in the head of the page changes, so that both
// say the same about turns.
"use strict";
(() => {
  const ofHead = () => {
    const head = document.querySelector("#my-turn");
    return `${head?.dataset.tables ?? ""} ${head?.querySelector("a")?.getAttribute("href") ?? ""}`;
  };
  let told = ofHead();

  document.addEventListener("htmx:afterSettle", () => {
    if (ofHead() === told) return;
    told = ofHead();
    htmx.trigger("#mine", "turns");
  });
})();
