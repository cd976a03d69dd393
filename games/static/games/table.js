// The kept tick of "Say UNO", and messages that go away again: one that stands at a card stays there for its
// time, whatever the others do meanwhile.
"use strict";
(() => {
  const kept = new Map();

  const restore = () => {
    for (const box of document.querySelectorAll("[data-keep]")) {
      if (kept.has(box.id)) box.checked = kept.get(box.id);
    }
    if (!document.querySelector("[data-keep]")) kept.clear();
  };

  const READING = 7000;
  let fading = 0;
  const fadeMessage = () => {
    clearTimeout(fading);
    fading = setTimeout(() => document.querySelector("#message")?.replaceChildren(), READING);
  };

  let refused = null;
  const rememberRefusal = (fragment) => {
    const said = fragment?.querySelector(".refusal");
    const at = said?.parentElement.querySelector("[id]");
    refused = at && { said, id: at.id, until: Date.now() + READING };
  };
  const showRefusal = () => {
    if (!refused) return;
    const left = refused.until - Date.now();
    if (left <= 0) {
      refused.said.remove();
      refused = null;
      return;
    }
    if (!refused.said.isConnected) document.getElementById(refused.id)?.after(refused.said);
    setTimeout(showRefusal, left + 10);
  };

  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-keep]")) kept.set(event.target.id, event.target.checked);
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    restore();
    if (event.detail.requestConfig?.verb === "post") rememberRefusal(document.querySelector("#table"));
    showRefusal();
  });
  document.addEventListener("htmx:oobAfterSwap", fadeMessage);
  document.addEventListener("htmx:afterRequest", (event) => {
    const { elt, successful, xhr } = event.detail;
    // What was refused or could not be written stays, to be mended or sent again.
    if (successful && xhr.status < 400 && elt.matches("#chat_form")) elt.reset();
  });
  const toTheLastLine = () => {
    const lines = document.querySelector("#chat_lines");
    if (lines) lines.scrollTop = lines.scrollHeight;
  };
  document.addEventListener("htmx:afterSettle", toTheLastLine);
  toTheLastLine();
})();
