// The way to the chat where it is below the table, with the number of messages that nobody has had in view yet. While
// the chat is out of sight each new message appears at the seat of its author.
"use strict";
(() => {
  const link = document.querySelector("#to-chat");
  const chat = document.querySelector("#chat");
  if (!link || !chat) return;
  const count = link.querySelector("[data-unread]");
  const version = () => Number(document.querySelector("#chat_lines")?.dataset.version || 0);

  let seen = version();
  let isInView = false;

  const show = () => {
    if (isInView) seen = version();
    const number = Math.max(0, version() - seen);
    count.textContent = number || "";
    if (number) link.setAttribute("aria-label", interpolate(ngettext("Chat: %(number)s new message", "Chat: %(number)s new messages", number), { number }, true));
    else link.removeAttribute("aria-label");
  };

  new IntersectionObserver(([entry]) => {
    isInView = entry.isIntersecting;
    show();
  }, { threshold: 0.3 }).observe(chat);
  // Whoever has no seat on the felt sits in front of it, or watches.
  const lines = () => [...document.querySelectorAll("#chat_lines [data-line]")];
  const newest = () => Math.max(0, ...lines().map((line) => Number(line.dataset.line)));
  let told = newest();
  const tell = () => {
    const fresh = lines().filter((line) => Number(line.dataset.line) > told);
    told = Math.max(told, newest());
    if (isInView) return;
    for (const line of fresh) {
      const { at } = line.dataset;
      const place = document.getElementById(at) ? at : at && "me";
      document.dispatchEvent(new CustomEvent("table:words", { detail: { at: place || "centre", kind: "says", words: line.querySelector(place ? "bdi" : "p").textContent } }));
    }
  };

  document.addEventListener("htmx:afterSettle", () => {
    show();
    tell();
  });
  document.addEventListener("htmx:beforeSend", ({ detail }) => {
    if (detail.elt.matches("#chat_form")) document.querySelector("#reactions:popover-open")?.hidePopover();
  });
})();
