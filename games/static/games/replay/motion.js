// A step that moves: the card played flies from its hand to the pile, the cards drawn from the pile to the hand. And
// whoever comes to a step by a mark or a move below the board has the board in view; from the analysis there is a way back.
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
  let isFromAnalysis = false;
  let left = null; // the link of the analysis that led to the board: its address, and which of those with it
  const linksTo = (address) => [...document.querySelectorAll("#analysis a")].filter((link) => link.getAttribute("href") === address);
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.target.id !== "replay") return;
    const link = event.detail.elt;
    isFromBelow = Boolean(link.closest(".movelist__lines, .closing, #timeline, #graph, #comments, #analysis"));
    isFromAnalysis = Boolean(link.closest("#analysis"));
    if (isFromAnalysis) left = { address: link.getAttribute("href"), place: linksTo(link.getAttribute("href")).indexOf(link) };
  }, true); // before the steps that are held are shown
  const keepInView = () => {
    const { top, bottom } = document.querySelector(".board__felt").getBoundingClientRect();
    if (top >= 0 && bottom <= innerHeight) return;
    board().scrollIntoView({ block: "start", behavior: flight.isCalm() ? "auto" : "smooth" });
  };
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id !== "replay") return;
    if (isFromBelow) keepInView();
    if (isFromAnalysis) board().focus({ preventScroll: true });
    isFromBelow = isFromAnalysis = false;
    const back = document.querySelector("#back-to-analysis");
    if (back && left) back.hidden = false;
    if (!flight.isCalm() && stepOf() === before + 1) showMoved();
    before = stepOf();
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest("#back-to-analysis") || !left) return;
    const link = linksTo(left.address)[left.place] || document.querySelector("#analysis-title");
    event.preventDefault();
    link.closest("details")?.setAttribute("open", "");
    link.scrollIntoView({ block: "center", behavior: flight.isCalm() ? "auto" : "smooth" });
    link.focus({ preventScroll: true });
  });
})();
