// The service worker, for readers who are logged in. What another account left in this browser is forgotten.
"use strict";
(() => {
  if (!navigator.serviceWorker || !window.caches) return;
  const account = document.querySelector("#news")?.dataset.account || "";
  const worker = document.currentScript.dataset.worker;

  const forget = async () => {
    const foreign = (await caches.keys()).filter((name) => name.startsWith("seen-") && name !== `seen-${account}`);
    await Promise.all(foreign.map((name) => caches.delete(name)));
    // Without an account nothing is shown on this device. Score pages have a worker of their own.
    if (account) return;
    const workers = await navigator.serviceWorker.getRegistrations();
    const ours = workers.filter((each) => new URL(each.scope).pathname === "/");
    await Promise.all(ours.map((each) => each.unregister()));
  };

  const begin = async () => {
    await forget();
    if (account) await navigator.serviceWorker.register(worker, { scope: "/", updateViaCache: "none" });
  };
  addEventListener("load", () => {
    begin().catch((error) => {
      // A browser may refuse to keep anything, or the network went: then the pages work without it.
      if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
    });
  });
})();
