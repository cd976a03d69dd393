// What the database could not do is said until the next answer that is one again: `successful` of htmx only
// means that the answer was put somewhere.
"use strict";
document.addEventListener("htmx:afterRequest", (event) => {
  const { successful, xhr } = event.detail;
  if (successful && xhr.status < 400) document.getElementById("outage").replaceChildren();
});
