// A move on its way: marked at once, sent again after a break, and for those who wish it held back for a moment.
"use strict";

// Shows in the next frame that a move is on its way: its card leaves the hand, the pile is pressed, the dialog closes.
// It is a picture of what was asked for. What happened is what the server answers; without an answer it is taken back.
const sentMove = (() => {
  const SENT = "is-sent";

  // A choice is made in the dialog of its card, a call stands beside the hand and goes with its card.
  const cardOf = (button) => {
    const dialog = button.closest("[popover]");
    const opener = dialog && document.querySelector(`#hand .cards [popovertarget="${dialog.id}"]`);
    return opener || document.getElementById(button.id.replace(/-uno$/, ""))?.closest("#hand .cards button");
  };

  const mark = (button) => {
    button.classList.add(SENT);
    if (button.value === "draw") document.querySelector(".pile .card--back")?.classList.add(SENT);
    if (button.name === "move") cardOf(button)?.closest(".cards__item").classList.add(SENT);
    button.closest("[popover]")?.hidePopover();
  };

  document.addEventListener("htmx:beforeSend", (event) => {
    const button = event.detail.requestConfig.triggeringEvent?.submitter;
    if (button?.closest("#live")) mark(button);
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.requestConfig.verb !== "post") return;
    for (const element of document.querySelectorAll(`.${SENT}`)) element.classList.remove(SENT);
  });

  return { cardOf };
})();

// A move that could not be sent lies ready: it goes under its own id when the network is back, and the server says
// whether it still may. It is kept in this browser for this account: the page may be loaded again, or closed. One banner
// tells that there is no network, whether the browser noticed it or nothing came.
(() => {
  const live = document.querySelector("#live");
  const banner = document.querySelector("#line");
  const takeBack = document.querySelector("#take-back");
  if (!live || !banner || !takeBack) return;

  const PATIENCE = 6000; // of a network that is there and brings nothing
  const AGAIN = 3000;
  const READY = "is-ready";
  const words = banner.querySelector("[data-line-words]");
  const ASKING = words.textContent;

  const account = document.querySelector("#news")?.dataset.account;
  const KEPT = `move:${account}:${location.pathname}`;
  const kept = () => {
    try {
      return account ? JSON.parse(localStorage.getItem(KEPT)) : null;
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof DOMException) return null;
      throw error;
    }
  };

  let waiting = kept(); // the move that lies ready: its address, its fields, the id of its button
  const lay = (move) => {
    waiting = move;
    try {
      if (move && account) localStorage.setItem(KEPT, JSON.stringify(move));
      else localStorage.removeItem(KEPT);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error; // it lies ready until the page is left
    }
  };
  let isSending = false;
  let isOffline = !navigator.onLine;

  const unmark = () => {
    for (const marked of document.querySelectorAll(`.${READY}`)) {
      marked.classList.remove(READY);
      delete marked.dataset.ready;
    }
  };
  const mark = () => {
    unmark();
    const button = waiting && document.getElementById(waiting.button);
    if (!button) return;
    const marked = sentMove.cardOf(button)?.closest(".cards__item") || button;
    marked.classList.add(READY);
    marked.dataset.ready = gettext("not sent");
  };

  // The banner stands over the head of the page, or at the foot of the window if it covers less of the table there.
  const READ = "#felt .seat, #felt .pile, #felt .turn-line > *, #moves .actions, #hand .cards";
  const covered = ({ top, bottom }) => [...document.querySelectorAll(READ)].reduce((sum, part) => {
    const box = part.getBoundingClientRect();
    return sum + Math.max(0, Math.min(box.bottom, bottom) - Math.max(box.top, top)) * box.width;
  }, 0);
  const place = () => {
    delete banner.dataset.at;
    const head = "network" in live.dataset && covered(banner.getBoundingClientRect());
    if (!head) return;
    banner.dataset.at = "foot";
    if (head <= covered(banner.getBoundingClientRect())) delete banner.dataset.at;
  };
  for (const moved of ["resize", "scroll"]) addEventListener(moved, place, { passive: true });

  const isEnded = () => "ended" in (document.querySelector("#table")?.dataset || {});
  const show = () => {
    if (waiting || isOffline) live.dataset.network = "off";
    else delete live.dataset.network;
    const now = waiting
      ? gettext("Not sent: no network. Your move is sent as soon as the network is back.")
      : isOffline ? isEnded() ? gettext("No network. This page catches up as soon as the network is back.") : gettext("No network. The match continues; this page catches up as soon as the network is back.") : ASKING;
    if (words.textContent !== now) words.textContent = now;
    takeBack.hidden = !waiting;
    place();
    mark();
  };

  const isMove = (form, fields) => form.matches("#moves, .catch") && fields.has("move");
  const isAgain = (config) => config.elt === live && config.verb === "post";

  const send = () => {
    if (!waiting || isSending || !navigator.onLine) return;
    isSending = true;
    const { path } = waiting;
    const token = document.querySelector("#table [name=csrfmiddlewaretoken]")?.value; // a log-in brings another one
    const values = token ? { ...waiting.values, csrfmiddlewaretoken: token } : waiting.values;
    htmx.ajax("POST", path, { source: live, target: "#table", swap: "outerHTML settle:0ms", values }).catch(() => {}); // it is said below
  };

  const keep = ({ requestConfig }) => {
    isOffline = true;
    const { elt, formData, path, triggeringEvent } = requestConfig;
    if (isAgain(requestConfig)) isSending = false;
    else if (isMove(elt, formData)) {
      lay({ path, values: Object.fromEntries(formData), button: triggeringEvent?.submitter?.id });
    }
    if (waiting) setTimeout(send, AGAIN);
    show();
  };
  for (const failed of ["htmx:sendError", "htmx:timeout"]) document.addEventListener(failed, (event) => keep(event.detail));

  document.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.elt.closest("#live")) event.detail.timeout = PATIENCE;
  });
  // One move at a time: the next one may be chosen when this one has been answered or taken back.
  document.addEventListener("htmx:beforeRequest", (event) => {
    const { elt, requestConfig } = event.detail;
    if (!waiting || isAgain(requestConfig) || !isMove(elt, requestConfig.formData)) return;
    event.preventDefault();
    takeBack.focus();
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    const { requestConfig, xhr } = event.detail;
    if (!xhr.status) return;
    isOffline = false;
    if (isAgain(requestConfig)) {
      isSending = false;
      if (xhr.status < 500) lay(null);
      else setTimeout(send, AGAIN);
    }
    show();
  });
  document.addEventListener("htmx:afterSettle", mark);

  takeBack.addEventListener("click", () => {
    lay(null);
    const table = document.querySelector("#table");
    // The id of the move that was not sent is not used for another one: it may have arrived without an answer.
    for (const field of table.querySelectorAll("[name=command_id]")) field.value = crypto.getRandomValues(new Uint32Array(4)).join("-");
    htmx.trigger(table, "refresh");
    show();
  });

  const back = () => {
    isOffline = !navigator.onLine;
    send();
    show();
  };
  addEventListener("offline", back);
  for (const heard of ["line:heard", "line:ask"]) document.addEventListener(heard, send);
  addEventListener("online", back);
  show();
  setTimeout(send);
})();

// A moment to take a move back, for those who want it, and where a turn lasts a day for all who do not mind: the move
// lies ready for two seconds before it is sent. Once it is sent everybody has seen it. What answers others in time (a
// catch, a call, a jump-in) goes at once.
(() => {
  const KEY = "ready_move";
  const WAIT = 2000;
  const READY = "is-ready";
  const QUIET = /^(play|pair|give|draw|pass|accept|challenge)\b/;
  const box = document.querySelector("#slow-moves");
  const bar = document.querySelector("#ready-move");
  if (!box || !bar) return;

  let waiting = null; // the move that lies ready: its button, what sends it, its timer, the element that shows it
  const stored = () => {
    try {
      return (localStorage.getItem(KEY) ?? (box.defaultChecked ? "on" : "off")) === "on";
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      return box.defaultChecked;
    }
  };
  const keep = () => {
    try {
      localStorage.setItem(KEY, box.checked ? "on" : "off");
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
  };

  const drop = () => {
    if (!waiting) return;
    clearTimeout(waiting.timer);
    waiting.marked.classList.remove(READY);
    delete waiting.marked.dataset.ready;
    waiting = null;
    bar.hidden = true;
  };
  // htmx forgets which button was pressed when the focus leaves it, as it does with the dialog of a choice.
  const send = () => {
    const { button, issue } = waiting;
    drop();
    const name = ({ detail }) => { detail.parameters[button.name] = button.value; };
    document.addEventListener("htmx:configRequest", name);
    issue(true);
    document.removeEventListener("htmx:configRequest", name);
  };
  const lay = (button, issue) => {
    drop();
    const marked = sentMove.cardOf(button)?.closest(".cards__item") || button;
    marked.classList.add(READY);
    marked.dataset.ready = gettext("ready");
    button.closest("[popover]")?.hidePopover();
    waiting = { button, issue, marked, timer: setTimeout(send, WAIT) };
    bar.hidden = false;
  };

  document.querySelector("#settings-open").hidden = false;
  box.checked = stored();
  box.addEventListener("change", () => {
    keep();
    if (!box.checked) drop();
  });
  document.addEventListener("htmx:confirm", (event) => {
    const button = event.detail.triggeringEvent?.submitter;
    if (!box.checked || !event.detail.elt.matches?.("#moves") || !QUIET.test(button?.value || "")) return;
    event.preventDefault();
    if (button !== waiting?.button) lay(button, event.detail.issueRequest); // pressed again it waits no longer
  });
  // After a move of another player other cards may fit: the player has to choose again.
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.target?.id === "table") drop();
  });
  bar.querySelector("button").addEventListener("click", drop);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") drop();
  });
})();
