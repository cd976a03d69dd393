// The offer of "How to play" can be waved away: the browser remembers it in the cookie that the page itself sets, too.
"use strict";
(() => {
  const YEAR = 365 * 24 * 3600;
  const button = document.querySelector("[data-dismiss=offer]");
  if (!button) return;
  button.hidden = false;
  button.addEventListener("click", () => {
    const secure = location.protocol === "https:" ? "; secure" : "";
    document.cookie = `how_to_play=seen; path=/; max-age=${YEAR}; samesite=lax${secure}`;
    document.querySelector("#offer").remove();
    const heading = document.querySelector("h1");
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  });
})();
