// The buttons of passkeys: the browser makes one, or shows one it has, and the form sends it to the server.
"use strict";
(() => {
  const BUTTON = "button[data-passkey]";

  class SilentServer extends Error {}

  // The page itself says what the browser needs. Before the log-in nobody knows who asks, and the server is asked.
  const needed = async (form) => {
    const written = document.getElementById("passkey");
    if (written) return JSON.parse(written.textContent);
    const answer = await fetch(form.action, { headers: { Accept: "application/json" } }).catch(() => null);
    if (!answer?.ok) throw new SilentServer();
    return answer.json();
  };

  // A passkey that logs in alone must be kept by the device, with the account that it is for.
  const alone = (options) => {
    const selection = { residentKey: "required", requireResidentKey: true, userVerification: "required" };
    return { publicKey: { ...options.publicKey, authenticatorSelection: selection } };
  };

  const whatFailed = (error, deed) => {
    if (error instanceof SilentServer) return gettext("The site did not answer. Try again in a minute.");
    if (error?.name === "SecurityError") {
      return gettext("Passkeys need a site name in the address, not a number.");
    }
    if (deed === "create") return gettext("Your device did not create a passkey. Try again, or use another device.");
    if (!document.getElementById("passkey")) {
      return gettext("This device showed no passkey of yours. Log in with your name and password above; then you can create a passkey under “My account”.");
    }
    return gettext("Your device offered no passkey. Try again, or log in another way.");
  };

  const show = async (button) => {
    const form = button.form;
    const status = form.querySelector("[role=status]");
    const deed = button.dataset.passkey;
    if (form.elements.name && !form.elements.name.reportValidity()) return;
    status.textContent = "";
    button.disabled = true;
    try {
      const options = await needed(form);
      const wanted = form.elements.passwordless?.checked ? alone(options) : options;
      form.elements.credential.value = JSON.stringify(await webauthnJSON[deed](wanted));
      form.submit();
    } catch (error) {
      status.textContent = whatFailed(error, deed);
      button.disabled = false;
    }
  };

  for (const button of document.querySelectorAll(BUTTON)) {
    button.disabled = !webauthnJSON.supported();
    if (!button.disabled) continue;
    button.form.querySelector("[role=status]").textContent = gettext("Your browser cannot use passkeys here. They need HTTPS.");
  }
  document.addEventListener("click", (event) => {
    const button = event.target.closest(BUTTON);
    if (button) show(button);
  });
})();
