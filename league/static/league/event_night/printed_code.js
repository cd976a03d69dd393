// The code of a printed sheet comes behind the `#` of its QR code, which no server reads: it goes into the form.
"use strict";
(() => {
  const field = document.querySelector("#code");
  const code = decodeURIComponent(location.hash.slice(1));
  if (!field || !code) return;
  field.value = code;
  field.closest(".field").hidden = true;
})();
