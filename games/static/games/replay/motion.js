// A step that moves: the card played flies from its hand to the pile, the cards drawn from the pile to the hand. And
// whoever comes to a step by a mark below the board has the board in view.
"use strict";
(() => {
  const board = () => document.querySelector("#replay");
  if (!board()) return;

  const stepOf = () => Number(board().dataset.step);
  const showMoved = () => {
    const pile = document.querySelector(".board__pile--new");
    if (pile) flight.fly(pile.querySelector(".card"), flight.place(document.getElementById(pile.dataset.by)?.querySelector(".hands__cards .card, .backs") || document.getElementById(pile.dataset.by)));
    const draw = flight.place(document.querySelector("#board-draw .card"));
    for (const card of document.querySelectorAll(".hands__new .card")) flight.fly(card, draw);
  };

  let before = stepOf();
  let isFromBelow = false;
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.target.id !== "replay") return;
    isFromBelow = Boolean(event.detail.elt.closest("#timeline, #graph, #comments"));
  }, true); // before the steps that are held are shown
  const keepInView = () => {
    const { top, bottom } = document.querySelector(".board__felt").getBoundingClientRect();
    if (top >= 0 && bottom <= innerHeight) return;
    board().scrollIntoView({ block: "start", behavior: flight.isCalm() ? "auto" : "smooth" });
  };
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id !== "replay") return;
    if (isFromBelow) keepInView();
    isFromBelow = false;
    if (!flight.isCalm() && stepOf() === before + 1) showMoved();
    before = stepOf();
  });
})();
