// Asks the browser for a passkey, a new one or one it has, and sends it. What is asked stands in the page, or is fetched.
"use strict";
(() => {
  const BUTTON = "button[data-passkey]";

  const asked = async (form) => {
    const written = document.getElementById("passkey");
    if (written) return JSON.parse(written.textContent);
    const answer = await fetch(form.action, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error("Nothing is asked.");
    return answer.json();
  };

  // One that logs in alone has to stay on the device, and the device has to know its owner.
  const alone = (options) => {
    const selection = { residentKey: "required", requireResidentKey: true, userVerification: "required" };
    return { publicKey: { ...options.publicKey, authenticatorSelection: selection } };
  };

  const show = async (button) => {
    const form = button.form;
    const said = form.querySelector("[role=status]");
    if (form.elements.name && !form.elements.name.reportValidity()) return;
    said.textContent = "";
    button.disabled = true;
    try {
      const options = await asked(form);
      const wanted = form.elements.passwordless?.checked ? alone(options) : options;
      form.elements.credential.value = JSON.stringify(await webauthnJSON[button.dataset.passkey](wanted));
      form.submit();
    } catch {
      said.textContent = gettext("Your device has shown no passkey. Try again, or use something else.");
      button.disabled = false;
    }
  };

  for (const button of document.querySelectorAll(BUTTON)) {
    button.disabled = !webauthnJSON.supported();
    if (!button.disabled) continue;
    button.form.querySelector("[role=status]").textContent = gettext("Browsers show passkeys over HTTPS only.");
  }
  document.addEventListener("click", (event) => {
    const button = event.target.closest(BUTTON);
    if (button) show(button);
  });
})();
