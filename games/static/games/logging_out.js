// Logging out forgets what pages have kept in this browser for the time without network; what still waits there
// to be sent is asked about first. What another account left to be sent stays for that account.
"use strict";
(() => {
  const keptBy = (kind, account) => Object.keys(localStorage).filter((key) => key.startsWith(`${kind}:${account}:`));

  const forget = async (account) => {
    for (const key of ["outbox", "typed", "move"].flatMap((kind) => keptBy(kind, account))) localStorage.removeItem(key);
    if (window.caches) await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
    const workers = (await navigator.serviceWorker?.getRegistrations()) || [];
    await Promise.all(workers.map((worker) => worker.unregister()));
  };

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.matches("[data-leaving]")) return;
    event.preventDefault();
    const question = gettext("What you entered offline has not been sent yet. Log out and lose it?");
    const account = form.dataset.leaving;
    if ([...keptBy("outbox", account), ...keptBy("move", account)].length && !confirm(question)) return;
    try {
      await forget(account);
    } finally {
      form.submit();
    }
  });
})();
