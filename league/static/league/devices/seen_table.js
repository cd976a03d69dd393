// Keeps the table that is open for a time without a network: as it was seen last, without anything to press. It is
// kept in this browser for this account, and goes at the log-out (logging_out.js) or when somebody else logs in.
"use strict";
(() => {
  const news = document.querySelector("#news");
  const live = document.querySelector("#live[data-table]");
  if (!news || !live || !window.caches || !navigator.serviceWorker) return;

  const CALM = 2000;
  const NAME = `seen-${news.dataset.account}`;
  const POLICY = "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'";
  const OWN = ["offline.css", "offline.js"].map((name) => new URL(name, document.querySelector("[data-devices]").src).href);
  const GONE = "script, noscript, template, #news, .sound-offer, #missed, #outage, .foot, .top form, [type=hidden], [data-sound]";
  let isLeaving = false;
  let hasFiles = false;
  let timer = 0;

  const words = (time) => gettext("Not connected; as of {time}").replace("{time}", time);
  const { lang } = document.documentElement;
  const locales = lang === "en" ? ["en-GB"] : [lang, "en-GB"]; // browsers without Welsh write the day of another language
  const spoken = (how, at) => new Intl.DateTimeFormat(locales, how).format(at);

  const sign = (at) => {
    const line = document.createElement("p");
    line.className = "offline-sign";
    line.setAttribute("role", "status");
    const text = document.createElement("span");
    text.textContent = words(spoken({ timeStyle: "short" }, at));
    text.dataset.seenAt = at.toISOString();
    text.dataset.withDay = words(spoken({ dateStyle: "medium", timeStyle: "short" }, at));
    const move = document.createElement("strong");
    move.textContent = gettext("Not sent: no network. Your move is sent as soon as the network is back.");
    move.dataset.move = `move:${news.dataset.account}:${location.pathname}`;
    move.hidden = true;
    const again = document.createElement("a");
    again.href = location.pathname;
    again.dataset.again = "";
    again.textContent = gettext("Try again");
    line.append(text, move, again);
    return line;
  };

  const asSeen = () => {
    const page = document.documentElement.cloneNode(true);
    page.classList.add("seen-table");
    for (const element of page.querySelectorAll(GONE)) element.remove();
    page.querySelector("body").removeAttribute("hx-headers");
    for (const styled of page.querySelectorAll("[style]")) styled.removeAttribute("style"); // what moved at that moment
    page.querySelector("#live").inert = true;
    page.querySelector("main").prepend(sign(new Date()));
    const style = document.createElement("link");
    style.rel = "stylesheet";
    style.href = OWN[0];
    const script = document.createElement("script");
    script.src = OWN[1];
    script.defer = true;
    page.querySelector("head").append(style, script);
    return `<!doctype html>${page.outerHTML}`;
  };

  const keep = async () => {
    clearTimeout(timer);
    if (isLeaving || !navigator.onLine || live.dataset.network === "off") return;
    const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": POLICY };
    const answer = new Response(asSeen(), { headers });
    const request = new Request(location.pathname, { headers: { "X-Seen": "table" } });
    const kept = await caches.open(NAME);
    // Only the last table: what one cannot see any more is not kept.
    const others = (await kept.keys()).filter((each) => each.headers.get("X-Seen") && each.url !== request.url);
    await Promise.all(others.map((each) => kept.delete(each)));
    if (isLeaving) return;
    await kept.put(request, answer);
    if (hasFiles) return;
    const files = [...document.querySelectorAll("link[rel=stylesheet], link[rel=icon], .brand img")].map((each) => each.href || each.src);
    await kept.addAll([...new Set([...files, ...OWN])]);
    hasFiles = true;
  };
  const keepOrNot = () => {
    keep().catch((error) => {
      // A browser may keep nothing, or the network went: what was kept before stays.
      if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
    });
  };
  const keepSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(keepOrNot, CALM);
  };

  document.addEventListener("htmx:afterSettle", keepSoon);
  document.addEventListener("visibilitychange", () => { if (document.hidden) keepOrNot(); });
  document.addEventListener("submit", (event) => { if (event.target.matches("[data-leaving]")) isLeaving = true; });
  keepSoon();
})();
