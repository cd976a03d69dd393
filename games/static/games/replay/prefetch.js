// Holds the moments of a replay that may come next, so that a step is shown in the next frame. They are fetched as
// the page fetches them, and hold what the viewer may see; whatever is not held is asked for as ever.
"use strict";
(() => {
  const MOST = 60;
  const FRESH = 60000; // of a match that goes on there may be more to tell by then
  const NEAR = [1, -1, 2, 0, 3, 4, 5, 6]; // 0: to come back to where the page began

  const board = () => document.querySelector("#replay");
  if (!board()) return;
  const held = new Map();
  let isFetching = false;
  let asked = null;

  const listed = () => document.querySelector("#chosen [name=shown]").value;

  // The same moment is asked for in several ways: with choices that are empty, in another order, with other moves beside.
  const keyOf = (address) => {
    const url = new URL(address, location.href);
    const chosen = [...url.searchParams].filter(([name, value]) => value && name !== "shown").sort();
    return `${url.pathname}?${new URLSearchParams(chosen)}`;
  };

  const addressOf = (step) => {
    const url = new URL(document.querySelector("#step-next").getAttribute("hx-get"), location.href);
    url.searchParams.set("step", step);
    return url.href;
  };

  const fetchedEarlier = (key) => {
    const moment = held.get(key);
    return moment && Date.now() - moment.at < FRESH ? moment : null;
  };

  const keep = (key, moment) => {
    held.delete(key);
    held.set(key, moment);
    if (held.size > MOST) held.delete(held.keys().next().value);
  };

  const next = () => {
    const [now, last] = [Number(board().dataset.step), Number(board().dataset.last)];
    const near = NEAR.map((by) => now + by).filter((step) => step >= 1 && step <= last);
    const deals = [...document.querySelectorAll("[id$=-deal]:not([aria-disabled])")];
    const steps = [...near, ...deals.map((link) => new URL(link.href).searchParams.get("step"))];
    return steps.map(addressOf).find((address) => !fetchedEarlier(keyOf(address)));
  };

  const fetched = async (address) => {
    const answer = await fetch(address, { headers: { "HX-Request": "true" }, priority: "low" });
    if (!answer.ok) return false;
    keep(keyOf(address), { html: await answer.text(), address: answer.headers.get("HX-Replace-Url"), at: Date.now() });
    return true;
  };

  // One after another: what somebody asks for never waits for what they might ask for.
  const lookAhead = async () => {
    if (isFetching || document.hidden) return;
    isFetching = true;
    try {
      for (let address = next(); address; address = next()) {
        if (!await fetched(address)) break;
      }
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // no network
    } finally {
      isFetching = false;
    }
  };

  // The list of moves came along; where the page has it already, it stays as somebody scrolled it.
  const show = (moment) => {
    const isListed = moment.html.includes(`name="shown" value="${listed()}"`);
    const html = isListed ? moment.html.slice(0, moment.html.indexOf('<section id="moves"')) : moment.html;
    htmx.swap("#replay", html, { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 0 });
    setTimeout(() => history.replaceState({ htmx: true }, "", moment.address));
  };

  document.addEventListener("htmx:beforeRequest", (event) => {
    const { target, pathInfo, xhr } = event.detail;
    if (target.id !== "replay") return;
    asked?.abort(); // its answer would take the place of this one
    const moment = fetchedEarlier(keyOf(pathInfo.finalRequestPath));
    asked = moment ? null : xhr;
    if (!moment) return;
    event.preventDefault();
    show(moment);
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id === "replay") setTimeout(lookAhead);
  });
  lookAhead();
})();
