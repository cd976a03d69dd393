// What the database could not do is said until the next answer that is one again: `successful` of htmx only
// means that the answer was put somewhere.
"use strict";
document.addEventListener("htmx:afterRequest", (event) => {
  const { successful, xhr } = event.detail;
  if (successful && xhr.status < 400) document.getElementById("outage").replaceChildren();
});
// What a proxy tells, and not we, must not take the place of what is shown.
document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr } = event.detail;
  if (xhr.status >= 500 && !xhr.getResponseHeader("HX-Retarget")) event.detail.shouldSwap = false;
});
