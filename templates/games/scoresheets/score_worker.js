// The score page of one table and what belongs to it, for when there is no network: always the newest from the server,
// and only if that does not answer what was kept. A release has another version, and what the one before kept goes.
"use strict";
const KEPT = "{{ cache_name }}";
const PATIENCE = 4000; // of a network that is there and brings nothing

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  const forgetOld = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith("score-") && name !== KEPT).map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(forgetOld());
});

const fromServer = async (request) => {
  const answer = await fetch(request);
  // Not an answer that led elsewhere, such as to the log-in.
  if (answer.ok && answer.type === "basic" && !answer.redirected) {
    const kept = await caches.open(KEPT);
    await kept.put(request.mode === "navigate" ? new URL(request.url).pathname : request.url, answer.clone());
  }
  return answer;
};

const after = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const answered = async (event) => {
  const { request } = event;
  const fresh = fromServer(request);
  event.waitUntil(fresh.catch(() => undefined));
  const inTime = await Promise.race([fresh.catch(() => undefined), after(PATIENCE)]);
  if (inTime) return inTime;
  // What is kept is this browser's: its language and cookies are those of whoever asks again.
  const kept = await caches.match(request, { ignoreSearch: request.mode === "navigate", ignoreVary: true });
  return kept || fresh;
};

// Only the page itself and files of the site: what is asked about the match is asked of the server.
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const isOurs = request.method === "GET" && url.origin === location.origin;
  const isPage = request.mode === "navigate" && url.href.startsWith(registration.scope);
  const isFile = url.pathname.startsWith("{{ static_url }}") || url.pathname === "{{ texts }}";
  if (isOurs && (isPage || isFile)) event.respondWith(answered(event));
});
