// Push notices on this device: the browser asks whether they may be shown, and only when a button was pressed.
"use strict";
(() => {
  const form = document.querySelector("#push");
  if (!form) return;
  const button = form.querySelector("button");
  const status = form.querySelector("[role=status]");
  const key = form.dataset.key;
  const say = (words) => { status.textContent = words; };

  const REFUSED = gettext("Your browser does not allow notices of this site. Change it in the settings of the browser.");
  const isApple = /iPhone|iPad/.test(navigator.userAgent);
  const isPossible = Boolean(navigator.serviceWorker && window.PushManager && window.Notification);

  const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const isSame = (subscription) => !subscription.options?.applicationServerKey || text(subscription.options.applicationServerKey) === key;

  const subscribed = async () => {
    const registration = await navigator.serviceWorker.ready;
    const before = await registration.pushManager.getSubscription();
    if (before && isSame(before)) return before;
    await before?.unsubscribe();
    return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
  };

  // There is no button where it could do nothing.
  const offer = () => {
    button.hidden = Notification.permission === "denied";
    say(button.hidden ? REFUSED : "");
  };

  const switchOn = async () => {
    say("");
    button.disabled = true;
    try {
      if ((await Notification.requestPermission()) !== "granted") {
        offer();
        say(REFUSED);
        return;
      }
      const subscription = await subscribed();
      form.elements.endpoint.value = subscription.endpoint;
      form.elements.p256dh.value = text(subscription.getKey("p256dh"));
      form.elements.auth.value = text(subscription.getKey("auth"));
      form.submit();
    } catch (error) {
      if (!(error instanceof DOMException || error instanceof TypeError)) throw error;
      say(gettext("Your browser could not reach its push service. Try again in a minute."));
    } finally {
      button.disabled = false;
    }
  };

  if (!window.isSecureContext) say(gettext("Notices on this device need HTTPS."));
  else if (!isPossible) {
    say(isApple
      ? gettext("On an iPhone or iPad, first add Wildleague to the home screen, and open it from there.")
      : gettext("Your browser cannot show notices of a site."));
  } else {
    offer();
    // Who changes it in the settings of the browser need not load this page again.
    navigator.permissions?.query({ name: "notifications" }).then((permission) => permission.addEventListener("change", offer), () => {});
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    switchOn();
  });

  // Whoever removes this device wants nothing of the browser either.
  document.addEventListener("submit", async (event) => {
    const removal = event.target;
    if (!removal.matches("[data-this-device]") || !isPossible) return;
    event.preventDefault();
    try {
      const registration = await navigator.serviceWorker.getRegistration("/");
      await (await registration?.pushManager.getSubscription())?.unsubscribe();
    } finally {
      removal.submit();
    }
  });
})();
