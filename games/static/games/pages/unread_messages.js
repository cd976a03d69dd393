// The way to the chat where it is below the table, with the number of messages that nobody has had in view yet.
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
  document.addEventListener("htmx:afterSettle", show);
})();
