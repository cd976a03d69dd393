// “Your matches” in the lobby: read anew when the head of the page tells of another number of tables that wait, so that
// both say the same about whose turn it is.
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
