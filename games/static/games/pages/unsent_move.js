// A move that could not be sent lies ready: it goes under its own id when the network is back, and the server says
// whether it still may. One banner tells that there is no network, whether the browser noticed it or nothing came.
"use strict";
(() => {
  const live = document.querySelector("#live");
  const banner = document.querySelector("#line");
  const takeBack = document.querySelector("#take-back");
  if (!live || !banner || !takeBack) return;

  const PATIENCE = 12000; // of a network that is there and brings nothing
  const AGAIN = 3000;
  const READY = "is-ready";
  const words = banner.querySelector("[data-line-words]");
  const ASKING = words.textContent;

  let waiting = null; // the move that lies ready: its address, its fields, the id of its button
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

  const show = () => {
    if (waiting || isOffline) live.dataset.network = "off";
    else delete live.dataset.network;
    const now = waiting
      ? gettext("Not sent: no network. Your move is sent as soon as the network is back.")
      : isOffline ? gettext("No network. The match continues; this page catches up as soon as the network is back.") : ASKING;
    if (words.textContent !== now) words.textContent = now;
    takeBack.hidden = !waiting;
    mark();
  };

  const isMove = (form, fields) => form.matches("#moves, .catch") && fields.has("move");
  const isAgain = (config) => config.elt === live && config.verb === "post";

  const send = () => {
    if (!waiting || isSending || !navigator.onLine) return;
    isSending = true;
    const { path, values } = waiting;
    htmx.ajax("POST", path, { source: live, target: "#table", swap: "outerHTML settle:0ms", values }).catch(() => {}); // it is said below
  };

  const keep = ({ requestConfig }) => {
    isOffline = true;
    const { elt, formData, path, triggeringEvent } = requestConfig;
    if (isAgain(requestConfig)) isSending = false;
    else if (isMove(elt, formData)) {
      waiting = { path, values: Object.fromEntries(formData), button: triggeringEvent?.submitter?.id };
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
      if (xhr.status < 500) waiting = null;
      else setTimeout(send, AGAIN);
    }
    show();
  });
  document.addEventListener("htmx:afterSettle", mark);

  takeBack.addEventListener("click", () => {
    waiting = null;
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
})();
