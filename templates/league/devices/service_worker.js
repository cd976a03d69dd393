// The service worker of the site: it shows push notices, and without a network the table that was seen last.
"use strict";
const KEPT = "app-{{ version }}";
const FILES = [{% for file in files %}"{{ file }}"{% if not forloop.last %}, {% endif %}{% endfor %}];
const OFFLINE = "{% url 'offline' %}";
const DEVICES = "{% url 'my_devices' %}";
const START = "{% url 'lobby' %}";
const STATIC = "{{ static_url }}";
const SEEN = "seen-"; // what pages keep, by account: see seen_table.js

self.addEventListener("install", (event) => {
  const keep = async () => (await caches.open(KEPT)).addAll([OFFLINE, ...FILES]);
  event.waitUntil(keep().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const begin = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith("app-") && name !== KEPT).map((name) => caches.delete(name)));
    await registration.navigationPreload?.enable();
    await clients.claim();
  };
  event.waitUntil(begin());
});

// --- without a network

const seenTable = async (wanted) => {
  for (const name of (await caches.keys()).filter((each) => each.startsWith(SEEN))) {
    const kept = await caches.open(name);
    const table = (await kept.keys()).find((each) => each.headers.get("X-Seen") === "table");
    const path = table && new URL(table.url).pathname;
    if (path && path === wanted) return kept.match(table);
    if (path && wanted === START) return Response.redirect(table.url);
  }
  return undefined;
};

const lost = new Set(); // the pages that were opened without a network

const opened = async (event) => {
  try {
    return (await event.preloadResponse) || (await fetch(event.request));
  } catch (error) {
    const path = new URL(event.request.url).pathname;
    const kept = (await seenTable(path)) || (await (await caches.open(KEPT)).match(OFFLINE, { ignoreVary: true }));
    if (!kept) throw error;
    lost.add(event.resultingClientId);
    return kept;
  }
};

const fileOf = async (request) => {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(request, { ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
};

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(opened(event));
  // With a network the pages fetch their files themselves, as if nothing stood between.
  else if ((lost.has(event.clientId) || !navigator.onLine) && url.pathname.startsWith(STATIC)) event.respondWith(fileOf(request));
});

// --- push notices

self.addEventListener("push", (event) => {
  const { title, body, link, tag, lang } = event.data ? event.data.json() : { title: "Wildleague", link: START };
  const icon = `${STATIC}league/devices/icon-192.png`;
  const badge = `${STATIC}league/devices/badge-96.png`;
  event.waitUntil(registration.showNotification(title, { body, tag, lang, icon, badge, data: { link } }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const wanted = new URL(event.notification.data?.link || START, location.origin);
  const show = async () => {
    const open = await clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = open.find((client) => new URL(client.url).pathname === wanted.pathname);
    if (there) return there.focus();
    return clients.openWindow(wanted.href);
  };
  event.waitUntil(show());
});

// The browser has renewed its subscription: the site learns the new address as from the page of devices, whose form has the token.
const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
const asText = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

const renewed = async (event) => {
  const page = await fetch(DEVICES, { credentials: "same-origin" });
  const html = await page.text();
  const token = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(html)?.[1];
  const key = /id="push" data-key="([^"]+)"/.exec(html)?.[1];
  if (!token || !key) return; // logged out, or the site sends no notices any more
  const options = { userVisibleOnly: true, applicationServerKey: bytes(key) };
  const now = event.newSubscription ?? (await registration.pushManager.getSubscription()) ?? (await registration.pushManager.subscribe(options));
  const fields = { csrfmiddlewaretoken: token, endpoint: now.endpoint, p256dh: asText(now.getKey("p256dh")), auth: asText(now.getKey("auth")), replaces: event.oldSubscription?.endpoint ?? "" };
  await fetch(DEVICES, { method: "POST", credentials: "same-origin", body: new URLSearchParams(fields) });
};

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renewed(event)));
