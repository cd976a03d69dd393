// Moves in words: those that were missed, and each new one for screen readers.
"use strict";

// Shows what was missed: whoever comes back to the table after a while, or whose line was interrupted, reads the
// moves since the version they saw last. The browser remembers that version for the tables looked at last.
(() => {
  const memory = tableMemory("tables:seen");
  const LONG = 15000; // a shorter absence is not worth a list
  const CATCHING_UP = 10000; // what others do while the list comes is listed too

  const root = document.querySelector("#live");
  const since = document.querySelector("#missed")?.dataset.since;
  if (!root || !since) return;

  const version = () => Number(document.querySelector("#table")?.dataset.version || 0);

  const remember = () => memory.keep(since, { version: version(), at: Date.now() });

  let asked = null; // for which list: since which version, when, whether it was told, and whether it stood open
  const ask = () => htmx.ajax("GET", `${since}?after=${asked.after}`, { target: "#missed", swap: "outerHTML" });
  const show = (after) => {
    if (after <= 0) return;
    asked = { after, at: Date.now() };
    ask();
  };
  const catchUp = () => {
    const until = Number(document.querySelector("#missed")?.dataset.until || 0);
    if (!until || until >= version() || !asked || Date.now() - asked.at >= CATCHING_UP) return;
    asked.isOpen = document.querySelector("#missed details").open;
    ask();
  };

  let left = null;
  const isAway = () => document.hidden || !navigator.onLine || root.dataset.line === "asking";
  const look = () => {
    if (isAway()) {
      left ||= { version: version(), at: Date.now() };
      return;
    }
    if (left && Date.now() - left.at >= LONG) show(left.version);
    left = null;
    remember();
  };

  const lookBack = ({ detail }) => {
    left ||= { version: version() };
    left.at = Date.now() - detail.milliseconds;
    look();
  };

  document.addEventListener("line:silence", lookBack);
  document.addEventListener("visibilitychange", look);
  for (const change of ["offline", "online"]) addEventListener(change, look);
  new MutationObserver(look).observe(root, { attributeFilter: ["data-line"] });
  // Beside the table there is room for the list; on a phone it is one line until somebody wants to read it.
  const hasRoom = matchMedia("(min-width: 1000px)");
  const close = (box) => {
    box.hidden = true;
    box.replaceChildren();
    delete box.dataset.until;
    asked = null;
  };
  document.addEventListener("htmx:afterSettle", (event) => {
    if (!left) remember();
    if (event.detail.elt?.id !== "missed") return catchUp();
    if (!asked) return close(document.querySelector("#missed")); // it was closed while its answer was on its way
    document.querySelector("#missed details").open = asked.isOpen ?? hasRoom.matches;
    if (!asked.isTold) tell();
    catchUp();
  });
  const tell = () => {
    asked.isTold = true;
    const moves = Number(document.querySelector("#missed").dataset.moves);
    const words = ngettext(
      "While you were away: %(moves)s move. It is listed above the table.",
      "While you were away: %(moves)s moves. They are listed above the table.",
      moves,
    );
    document.dispatchEvent(new CustomEvent("table:say", { detail: interpolate(words, { moves }, true) }));
  };
  document.addEventListener("click", (event) => {
    const closes = event.target.closest("[data-close]");
    if (!closes) return;
    close(document.getElementById(closes.dataset.close));
    (document.querySelector("#hand") || document.querySelector("#table")).focus({ preventScroll: true });
  });

  // Whoever has moved knows how the deal stands, but not whose move lay ready and was sent late.
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    const missed = document.querySelector("#missed");
    const { elt, verb } = detail.requestConfig;
    if (detail.successful && verb === "post" && elt !== root && detail.target?.id === "table" && missed) close(missed);
  });

  const before = memory.of(since);
  if (before && before.version < version() && Date.now() - before.at >= LONG) show(before.version);
  look();
})();

// Says every move once to screen readers, in an element that no answer replaces, and who is to move.
(() => {
  const announcer = document.querySelector("#said");
  const SPOKEN = 5000; // what was read out goes, so that nobody meets it twice

  const newest = () => Math.max(0, ...[...document.querySelectorAll("#recent [data-step]")].map((line) => Number(line.dataset.step)));
  const isMine = () => document.querySelector("#hand.hand--turn") !== null;

  let last = newest();
  let wasMine = isMine();

  const say = (words) => {
    const line = document.createElement("p");
    line.textContent = words;
    announcer.append(line);
    setTimeout(() => line.remove(), SPOKEN);
  };

  const sayMoves = () => {
    const moves = [...document.querySelectorAll("#recent [data-step]")].filter((line) => Number(line.dataset.step) > last);
    for (const move of moves.reverse()) say(move.textContent);
    last = Math.max(last, newest());
    const mine = isMine();
    if (mine && !wasMine) say(gettext("Your turn."));
    wasMine = mine;
  };

  document.addEventListener("table:say", (event) => say(event.detail));
  // Not at once after the swap: until then elements still wear the attributes of the ones they replace.
  document.addEventListener("htmx:afterSettle", sayMoves);
})();
