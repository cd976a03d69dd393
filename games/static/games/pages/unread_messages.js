// The way to the chat where it is below the table, or out of sight, with the number of messages of others that were not
// in view yet.
// While the chat is out of sight each new message appears at the seat of its author. The way back leads to where one was.
"use strict";
(() => {
  const link = document.querySelector("#to-chat");
  const chat = document.querySelector("#chat");
  if (!link || !chat) return;
  const count = link.querySelector("[data-unread]");

  const memory = tableMemory("chat:seen"); // the last message that was in view
  const here = link.pathname;
  const lines = () => [...document.querySelectorAll("#chat_lines [data-line]")];
  const newest = () => Math.max(0, ...lines().map((line) => Number(line.dataset.line)));

  let seen = memory.of(here) ?? newest(); // at the first visit nothing is new
  let isInView = false;
  memory.keep(here, seen);

  const show = () => {
    if (isInView && !document.hidden && newest() > seen) {
      seen = newest();
      memory.keep(here, seen);
    }
    const number = lines().filter((line) => Number(line.dataset.line) > seen && line.dataset.author !== chat.dataset.me).length;
    count.textContent = number || "";
    if (number) link.setAttribute("aria-label", interpolate(ngettext("Chat: %(number)s new message", "Chat: %(number)s new messages", number), { number }, true));
    else link.removeAttribute("aria-label");
  };

  let left = null; // how far the page was scrolled where somebody left the table for the chat
  document.addEventListener("click", (event) => {
    const way = event.target.closest?.("a[href='#chat'], .chat__back");
    if (!way) return;
    if (!way.matches(".chat__back")) left = scrollY;
    else if (left !== null) {
      event.preventDefault();
      scrollTo({ top: left });
      document.querySelector("#table")?.focus({ preventScroll: true });
      left = null;
    }
  });

  new IntersectionObserver(([entry]) => {
    isInView = entry.isIntersecting;
    show();
  }, { threshold: 0.3 }).observe(chat);
  document.addEventListener("visibilitychange", show);
  // Whoever has no seat on the felt sits in front of it, or watches.
  let told = newest();
  const tell = () => {
    const fresh = lines().filter((line) => Number(line.dataset.line) > told);
    told = Math.max(told, newest());
    if (isInView) return;
    for (const line of fresh) {
      const { at } = line.dataset;
      const place = document.getElementById(at) ? at : at && "me";
      const [by, words] = ["b", place ? "bdi" : "p"].map((part) => line.querySelector(part).textContent);
      document.dispatchEvent(new CustomEvent("table:words", { detail: { at: place || "centre", kind: "says", words, by } }));
    }
  };

  // Everybody is sent the same lines, but nobody mutes or reports themselves.
  const clearOwn = () => {
    for (const line of lines()) if (line.dataset.author === chat.dataset.me) line.querySelector(".chat__more")?.remove();
  };

  document.addEventListener("htmx:afterSettle", () => {
    clearOwn();
    show();
    tell();
  });
  document.addEventListener("htmx:beforeSend", ({ detail }) => {
    if (detail.elt.matches("#reaction_form")) document.querySelector("#reactions:popover-open")?.hidePopover();
  });
})();
