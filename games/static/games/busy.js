// Requests: what is on its way, and what is said when the site does not answer.
"use strict";

// What takes longer than a moment says so at the button that was pressed; what takes longer than a second gets
// a bar that tells what is being done. What a page asks for by itself stays silent.
(() => {
  const MOMENT = 400;
  const SECOND = 1000;
  const LATEST = 60000; // an answer that was stopped tells nobody
  const LONGEST = 60; // letters of a button or a link
  const BY_SOMEBODY = new Set(["click", "submit", "change", "input", "keydown", "keyup"]);
  const awaited = new Map(); // what is on its way, and what is being done there

  const bar = document.createElement("div");
  bar.className = "doing";
  bar.setAttribute("role", "status");

  const show = () => {
    const [doing] = [...awaited.values()].slice(-1);
    if (!doing?.isLong) return bar.replaceChildren();
    if (bar.firstChild?.textContent === doing.words) return;
    const words = document.createElement("p");
    words.textContent = doing.words;
    const progress = document.createElement("progress");
    progress.setAttribute("aria-label", doing.words);
    bar.replaceChildren(words, progress);
  };

  const begin = (key, words) => {
    const doing = { words, isLong: false };
    awaited.set(key, doing);
    document.body.append(bar); // before it says anything, so that it is read out
    setTimeout(() => { doing.isLong = true; show(); }, SECOND);
    setTimeout(() => { if (awaited.get(key) === doing) end(key); }, LATEST);
  };

  const end = (key) => {
    awaited.delete(key);
    show();
  };

  const clear = () => {
    for (const button of document.querySelectorAll("button[data-busy]")) {
      button.removeAttribute("aria-busy");
      delete button.dataset.busy;
    }
    awaited.clear();
    show();
  };

  const shortened = (words) => {
    const text = words.replace(/\s+/g, " ").trim();
    return text.length > LONGEST ? `${text.slice(0, LONGEST - 1).trimEnd()}…` : text;
  };

  const named = (element) =>
    shortened(element.getAttribute("aria-label") || element.labels?.[0]?.innerText || element.innerText || element.textContent || document.title);

  const doneBy = (pressed, form) => {
    const told = pressed?.dataset.doing ?? form?.dataset.doing;
    const element = pressed ?? form?.querySelector("[type=submit]") ?? form;
    const pattern = element.matches("a") ? gettext("Opening: %(what)s") : gettext("Sending: %(what)s");
    return told ?? interpolate(pattern, { what: named(element) }, true);
  };

  const leadsAway = (link) =>
    link.origin === location.origin && !link.hasAttribute("download") && !link.type && ["", "_self"].includes(link.target) &&
    (link.pathname !== location.pathname || link.search !== location.search);

  // Scripts of the page may take care of it themselves: then it is prevented once all of them have heard.
  const unlessPrevented = (event, then) => setTimeout(() => event.defaultPrevented || then());

  document.addEventListener("submit", (event) => unlessPrevented(event, () => {
    const { target: form, submitter: button } = event;
    if (!["get", "post"].includes(form.method) || form.target) return;
    begin(form, doneBy(button, form));
    if (form.method !== "post" || !button?.matches("button")) return;
    button.dataset.busy = "";
    setTimeout(() => { if ("busy" in button.dataset) button.setAttribute("aria-busy", "true"); }, MOMENT);
  }));
  document.addEventListener("click", (event) => unlessPrevented(event, () => {
    const link = event.target.closest?.("a[href]");
    const isElsewhere = event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (link && !isElsewhere && leadsAway(link)) begin(link, doneBy(link));
  }));
  // Not before it is sent: what a page answers by itself, such as the steps that a replay holds, never comes to an end.
  document.addEventListener("htmx:beforeSend", (event) => {
    const { elt, requestConfig, xhr } = event.detail;
    const by = requestConfig.triggeringEvent;
    if (!by || !BY_SOMEBODY.has(by.type)) return;
    begin(xhr, doneBy(by.submitter ?? elt, elt));
    // Not the events of htmx: they are lost when another answer has replaced the element in the meantime.
    xhr.addEventListener("loadend", () => end(xhr));
  });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") clear(); });
  addEventListener("pageshow", clear);
})();

// What the database could not do is said until the next answer that is one again: `successful` of htmx only
// means that the answer was put somewhere.
document.addEventListener("htmx:afterRequest", (event) => {
  const { successful, xhr } = event.detail;
  if (successful && xhr.status < 400) document.getElementById("outage").replaceChildren();
});
// What a proxy tells, and not we, must not take the place of what is shown.
document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr } = event.detail;
  if (xhr.status >= 500 && !xhr.getResponseHeader("HX-Retarget")) event.detail.shouldSwap = false;
});

// A part that few open brings its script when it is opened, so that the page stays light.
for (const part of document.querySelectorAll("details[data-script]")) {
  const bring = () => {
    const script = document.createElement("script");
    script.src = part.dataset.script;
    document.head.append(script);
  };
  if (part.open) bring();
  else part.addEventListener("toggle", bring, { once: true });
}
