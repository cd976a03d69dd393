// What is entered while there is no network waits in this browser and is sent in its order when the line is back.
// Every entry keeps the id of its command: what arrives twice is done once. The entries of one account are never
// sent by another one: they are kept by account and table, and the server is told whose they are.
// Says `outbox:change` and `outbox:sent` on the document.
"use strict";
const outbox = (() => {
  const LONGEST = 15000;
  const SOON = 2000;
  const LATE = 30000;
  const PREFIX = "outbox:";

  const root = document.querySelector("[data-outbox]");
  if (!root) return null;
  const KEY = PREFIX + root.dataset.outbox;

  let inMemory = null; // where the browser keeps nothing, as in some private windows
  let line = "";
  let again = 0;
  let failures = 0;

  // Random enough for an id, also where pages come over plain HTTP and there is no randomUUID.
  const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

  const entries = () => {
    if (inMemory) return inMemory;
    try {
      return JSON.parse(localStorage.getItem(KEY)) || [];
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof DOMException) return [];
      throw error;
    }
  };

  const keep = (list) => {
    try {
      if (list.length) localStorage.setItem(KEY, JSON.stringify(list));
      else localStorage.removeItem(KEY);
      inMemory = null;
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      inMemory = list;
    }
    changed();
  };

  const changed = () => document.dispatchEvent(new CustomEvent("outbox:change"));
  const setLine = (now) => {
    line = now;
    changed();
  };

  const put = (entry, inPlaceOf) => {
    const made = { ...entry, id: newId(), since: Date.now() };
    const list = entries();
    const at = list.findIndex((entry) => entry.id === inPlaceOf);
    if (at < 0) list.push(made);
    else list[at] = made;
    keep(list);
    send();
  };

  // What was refused is asked anew under a new id: the old one is answered as before for ever. What is `held` is being
  // changed by somebody, and is not sent meanwhile.
  const change = (id, facts) => {
    const fresh = facts.conflict || facts.refusal ? {} : { id: newId() };
    keep(entries().map((entry) => (entry.id === id ? { ...entry, ...facts, ...fresh } : entry)));
  };
  const drop = (id) => keep(entries().filter((entry) => entry.id !== id));
  const isStuck = (entry) => Boolean(entry.conflict || entry.refusal || entry.held);

  const token = () => document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] || document.querySelector("[name=csrfmiddlewaretoken]")?.value || "";

  const post = (entry) => {
    const fields = new URLSearchParams(entry.fields);
    fields.set("command_id", entry.id);
    fields.set("keeper", root.dataset.keeper);
    const headers = { Accept: "application/json", "X-CSRFToken": token() };
    return fetch(entry.url, { method: "POST", body: fields, headers, redirect: "manual", signal: AbortSignal.timeout(LONGEST) });
  };

  const problemOf = async (answer) => {
    const isJson = (answer.headers.get("Content-Type") || "").includes("json");
    return isJson ? answer.json() : { code: "", sentence: "" };
  };

  // Returns what becomes of the line: empty when the entry was answered and the next one may follow.
  const delivered = async (entry) => {
    const answer = await post(entry);
    if (answer.status >= 500) return "busy";
    const { code, sentence, stands, version } = await problemOf(answer);
    if (answer.ok) {
      drop(entry.id);
      document.dispatchEvent(new CustomEvent("outbox:sent", { detail: { entry, version } }));
      return "";
    }
    if (answer.type === "opaqueredirect" || code === "not_logged_in") return "log_in";
    if (code === "other_account") return "other_account";
    if (!code && answer.status === 403) return "reload";
    if (code === "deal_recorded" && stands) change(entry.id, { conflict: { sentence, stands, version } });
    else change(entry.id, { refusal: { code, sentence: sentence || gettext("The server could not accept this.") } });
    return "";
  };

  const next = async () => {
    for (;;) {
      const [entry] = entries();
      if (!entry || isStuck(entry)) return "";
      const now = await delivered(entry);
      if (now) return now;
    }
  };

  const sendAll = async () => {
    let now = "offline";
    try {
      now = await next();
    } catch (error) {
      // No network, or no answer in time: `fetch` says both so.
      if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
    }
    failures = now === "offline" || now === "busy" ? failures + 1 : 0;
    setLine(now);
    clearTimeout(again);
    if (failures) again = setTimeout(send, Math.min(LATE, SOON * 2 ** (failures - 1)));
  };

  let sending = null;
  const send = () => {
    const [first] = entries();
    if (!first || isStuck(first)) return changed();
    // Two windows of one account do not send the same at once; where they cannot know, the ids make it harmless.
    const once = () => (navigator.locks ? navigator.locks.request(KEY, sendAll) : sendAll());
    sending ||= once().finally(() => {
      sending = null;
    });
    return undefined;
  };

  const tryNow = () => {
    failures = 0;
    send();
  };
  addEventListener("online", tryNow);
  addEventListener("storage", (event) => {
    if (event.key === KEY) changed();
  });
  document.addEventListener("line:news", tryNow);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) tryNow();
  });

  // What other accounts left on this phone is told, and not touched.
  const ofOthers = () => Object.keys(localStorage).filter((key) => key.startsWith(PREFIX) && key !== KEY && key.endsWith(KEY.slice(KEY.lastIndexOf(":"))));

  return { put, change, drop, entries, isStuck, send: tryNow, line: () => line, ofOthers };
})();
