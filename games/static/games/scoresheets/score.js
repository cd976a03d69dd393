// The scorekeeper's page: who went out, the cards of the others on a keypad with their sum, and what waits to be sent.
// Points and totals are the server's; what is added up here stands for deals that still wait, and says so.
"use strict";
(() => {
  const root = document.querySelector("[data-outbox]");
  const form = document.querySelector("#deal");
  if (!root || !form) return;

  const TYPED = `typed:${root.dataset.outbox}`;
  const rules = JSON.parse(document.querySelector("#score-rules").textContent);
  const find = (selector, within = form) => within.querySelector(selector);
  const all = (selector, within = form) => [...within.querySelectorAll(selector)];

  let holding = -1; // the seat whose cards are being tapped
  let mending = ""; // the waiting entry whose content is in the form
  let expected = 0; // the deal that is next, after those that wait

  // --- what the server says, and what waits

  const sheet = () => JSON.parse(document.querySelector("#score-data").textContent);
  const waitingDeals = () => outbox.entries().filter((entry) => entry.kind === "deal");

  const pointsOf = (entry, seat) => {
    const fields = Object.fromEntries(entry.fields);
    const cards = fields[`cards-${seat}`];
    return cards ? worth(cards.split(" ")) : Number(fields[`left-${seat}`]) || 0;
  };

  const worth = (cards) => {
    if (rules.reset_zero && cards.length === 1 && cards[0].endsWith("0") && !cards[0].startsWith("+")) return 50;
    return cards.reduce((sum, card) => sum + rules.points[card], 0);
  };

  // The totals as they will probably be, seat by seat; null where points are not simply added up.
  const probable = () => {
    const { seats } = sheet();
    const totals = seats.map((seat) => seat.total);
    const deals = waitingDeals();
    if (!deals.length || !rules.adds) return null;
    for (const deal of deals) {
      const out = Object.fromEntries(deal.fields).out;
      const left = seats.map((seat) => (String(seat.index) === out ? 0 : pointsOf(deal, seat.index)));
      if (rules.adds === "own") left.forEach((points, seat) => (totals[seat] += points));
      else if (out !== "none") totals[out] += left.reduce((sum, points) => sum + points, 0);
    }
    return totals;
  };

  const isIn = (seat, totals) => seat.active && !(totals && rules.eliminates && totals[seat.index] >= rules.eliminates);

  // Who deals and begins after the deals that wait; nobody where that does not simply go round.
  const nextDealer = (data, totals) => {
    const count = waitingDeals().length;
    if (!count) return { dealer: data.dealer, first: data.first };
    if (!rules.goes_round || data.dealer === null) return { dealer: null, first: null };
    const following = (from) => {
      for (let step = 1; step <= data.seats.length; step += 1) {
        const seat = data.seats[(from + step) % data.seats.length];
        if (isIn(seat, totals)) return seat.index;
      }
      return null;
    };
    let { dealer } = data;
    for (let deal = 0; deal < count; deal += 1) dealer = following(dealer);
    return { dealer, first: following(dealer) };
  };

  // --- the form

  const input = (name) => form.elements[name];
  const row = (seat) => find(`[data-seat="${seat}"]`);
  const cardsOf = (seat) => input(`cards-${seat}`).value.split(" ").filter(Boolean);
  const outSeat = () => input("out").value;
  const isTouched = () => Boolean(outSeat()) || all("[data-points], [data-cards-field]").some((field) => field.value);
  const playing = () => all("[data-seat]").filter((line) => !line.hidden);

  const setCards = (seat, cards) => {
    input(`cards-${seat}`).value = cards.join(" ");
    input(`left-${seat}`).value = cards.length ? worth(cards) : "";
    shown();
  };

  const piece = (kind, text, facts = {}) => Object.assign(document.createElement(kind), { textContent: text, ...facts });

  const chips = (seat) => {
    const names = rules.names;
    return cardsOf(seat).map((card, place) => {
      const chip = piece("button", rules.short[card], { type: "button", className: `chip chip--${rules.colours[card]}` });
      chip.setAttribute("aria-label", interpolate(gettext("Remove %(card)s"), { card: names[card] }, true));
      chip.addEventListener("click", () => {
        hold(seat);
        setCards(seat, cardsOf(seat).filter((_card, other) => other !== place));
      });
      return chip;
    });
  };

  const hold = (seat) => {
    holding = seat;
    shown();
    showHeld();
  };

  // The page moves only as far as the keypad would cover it: the choice above stays in sight.
  const bring = (element) => {
    element.style.scrollMarginBottom = `${find(".dock").offsetHeight}px`;
    element.scrollIntoView({ block: "nearest" });
  };
  const showHeld = () => {
    if (holding >= 0 && !row(holding).hidden) bring(row(holding));
  };

  // Totals, what waits and the winner stand above the form.
  const showTotals = () => root.scrollIntoView();

  // The next one down the list whose cards are still missing, then again from the top.
  const nextMissing = () => {
    const from = holding;
    const seats = playing().map((line) => Number(line.dataset.seat)).filter((seat) => seat !== from);
    const order = [...seats.filter((seat) => seat > from), ...seats.filter((seat) => !(seat > from))];
    return order.find((seat) => !input(`left-${seat}`).value) ?? -1;
  };

  // Those who went out, in their order.
  const gone = () => [outSeat(), ...all("[data-then]").map((field) => field.value)].filter((seat) => seat && seat !== "none");

  const showRows = () => {
    const emptyHanded = gone();
    find("#left").hidden = !outSeat();
    for (const line of all("[data-seat]")) {
      const seat = Number(line.dataset.seat);
      line.hidden = emptyHanded.includes(String(seat)) || find(`[name=out][value="${seat}"]`).disabled;
      find("[data-points]", line).required = !line.hidden && rules.needs_all;
      find("[data-points]", line).disabled = line.hidden;
      line.classList.toggle("left__row--held", seat === holding);
      find("[data-hold]", line).setAttribute("aria-pressed", String(seat === holding));
      find("[data-chips]", line).replaceChildren(...chips(seat));
    }
  };

  const used = () => {
    const counts = {};
    for (const line of playing()) for (const card of cardsOf(line.dataset.seat)) counts[card] = (counts[card] || 0) + 1;
    return counts;
  };

  const showPad = () => {
    const isHeld = holding >= 0 && row(holding) && !row(holding).hidden;
    find("#pad").hidden = !isHeld;
    const taken = used();
    for (const key of all("[data-card]")) key.disabled = (taken[key.dataset.card] || 0) >= rules.copies[key.dataset.card];
    if (!isHeld) return;
    const name = row(holding).dataset.name;
    const cards = cardsOf(holding);
    const points = Number(input(`left-${holding}`).value) || 0;
    const counted = [interpolate(ngettext("%(points)s point", "%(points)s points", points), { points }, true)];
    if (cards.length) counted.push(interpolate(ngettext("%(count)s card", "%(count)s cards", cards.length), { count: cards.length }, true));
    find("#pad-who").textContent = interpolate(gettext("Cards left: %(name)s"), { name }, true);
    find("#pad-sum").textContent = counted.join(", ");
    find("#pad-back").disabled = !cards.length;
  };

  const showButtons = () => {
    const seat = rules.needs_all && outSeat() && holding >= 0 ? nextMissing() : -1;
    const next = find("#next");
    next.hidden = seat < 0;
    if (seat >= 0) next.textContent = interpolate(gettext("Next: %(name)s"), { name: row(seat).dataset.name }, true);
    find("#save").classList.toggle("button--main", seat < 0);
    find("#clear").hidden = !isTouched();
  };

  // Where they play on for places, cards are counted once the order is whole, if anybody wants to know.
  const isOrdered = () => outSeat() === "none" || Boolean(find("#is_blocked")?.checked) || all("[data-then]").every((field) => field.value);
  const holdMissing = () => {
    holding = -1;
    showRows(); // without the rows of those who have just gone out
    if (isOrdered() && (rules.needs_all || !find("[data-then]"))) holding = nextMissing();
  };

  const shown = () => {
    showRows();
    showPad();
    showButtons();
    keepTyped();
    form.dispatchEvent(new CustomEvent("deal:shown"));
  };

  const fieldsOf = () => [...new FormData(form)].filter(([name]) => /^(deal|out|then-|is_blocked|left-|emptied-|cards-)/.test(name));

  const keepTyped = () => {
    try {
      if (isTouched()) localStorage.setItem(TYPED, JSON.stringify({ mending, fields: fieldsOf() }));
      else localStorage.removeItem(TYPED);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
  };

  const fill = (fields) => {
    form.reset();
    for (const [name, value] of fields) {
      if (name === "deal") setDeal(Number(value));
      else if (input(name)?.type === "checkbox") input(name).checked = true;
      else if (input(name)) input(name).value = value;
    }
    holding = -1;
    shown();
  };

  const release = () => {
    for (const entry of outbox.entries()) if (entry.held && entry.id !== mending) outbox.change(entry.id, { held: false });
  };

  const clear = () => {
    mending = "";
    holding = -1;
    form.reset();
    for (const field of all("[data-cards-field]")) field.value = "";
    release();
    shown();
    plan();
  };

  const setDeal = (deal) => {
    input("deal").value = deal;
    find("#save").textContent = interpolate(gettext("Save deal %(deal)s"), { deal }, true);
  };

  // What is going to be entered next. A form that somebody types in keeps its deal, whatever happens meanwhile.
  const plan = () => {
    const data = sheet();
    const totals = probable();
    const waits = waitingDeals().map((entry) => Number(Object.fromEntries(entry.fields).deal));
    expected = Math.max(data.next - 1, ...waits) + 1;
    const { dealer, first } = nextDealer(data, totals);
    if (!mending && !isTouched()) setDeal(expected);
    const deal = Number(input("deal").value);
    const isKnown = deal === expected && dealer !== null;
    const heading = isKnown ? gettext("Deal %(deal)s: %(dealer)s deals, %(first)s begins") : gettext("Deal %(deal)s");
    find("#deal-heading").textContent = interpolate(heading, { deal, dealer: data.seats[dealer]?.name, first: data.seats[first]?.name }, true);
    for (const seat of data.seats) {
      const pick = find(`[name=out][value="${seat.index}"]`);
      pick.disabled = !(mending ? seat.active : isIn(seat, totals));
      pick.closest("label").hidden = pick.disabled;
    }
    const hasEnded = !form.hidden && !data.running;
    form.hidden = !data.running;
    if (hasEnded) showTotals();
    const finalAtOnce = find("#final-at-once");
    if (finalAtOnce) finalAtOnce.hidden = !data.warns;
    showMeanwhile(data, deal);
    showProbable(data, totals);
    shown();
  };

  const showMeanwhile = (data, deal) => {
    const box = find("#meanwhile");
    const words = !mending && isTouched() && deal < data.next ? data.deals[deal] : "";
    box.hidden = !words;
    if (!words) return;
    find("[data-words]", box).textContent = interpolate(gettext("Deal %(deal)s was recorded in the meantime: %(words)s."), { deal, words }, true);
    find("#is-next").textContent = interpolate(gettext("Use my entries for deal %(deal)s"), { deal: expected }, true);
  };

  const showProbable = (data, totals) => {
    for (const seat of data.seats) {
      const place = document.querySelector(`[data-probable="${seat.index}"]`);
      if (place) place.textContent = totals ? interpolate(gettext("about %(points)s"), { points: new Intl.NumberFormat(document.documentElement.lang).format(totals[seat.index]) }, true) : "";
    }
  };

  // --- what is in the form, in words

  const words = () => {
    const order = gone().map((seat) => row(seat).dataset.name);
    const counted = playing().filter((line) => input(`left-${line.dataset.seat}`).value);
    const left = counted.map((line) => `${line.dataset.name} ${input(`left-${line.dataset.seat}`).value}`);
    const who = order.length > 1 ? gettext("went out: %(names)s") : order.length ? gettext("%(names)s went out") : gettext("no one could go out");
    const summary = interpolate(who, { names: order.join(", ") }, true);
    return left.length ? `${summary}; ${left.join(", ")}` : summary;
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const entry = { kind: "deal", url: form.action, fields: fieldsOf(), title: interpolate(gettext("Deal %(deal)s"), { deal: input("deal").value }, true), words: words() };
    outbox.put(entry, mending);
    clear();
    showTotals();
    outbox.send();
  });

  form.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.card && holding >= 0) setCards(holding, [...cardsOf(holding), button.dataset.card]);
    else if (button.dataset.hold) hold(Number(button.dataset.hold));
    else if (button.dataset.colour) find("#pad").dataset.shown = button.dataset.colour;
    else if (button.id === "pad-back") setCards(holding, cardsOf(holding).slice(0, -1));
    else if (button.id === "next") hold(nextMissing());
    else if (button.id === "is-next") {
      setDeal(expected);
      plan();
    } else if (button.matches("[data-clear]")) clear();
  });

  form.addEventListener("change", (event) => {
    const isOut = event.target.name === "out";
    if (!isOut && !event.target.matches("[data-then], #is_blocked")) return;
    if (isOut) for (const field of all("[data-then]")) field.value = "";
    holdMissing();
    plan();
    if (!isOrdered()) bring(find(".then"));
    showHeld();
  });

  // Who types needs the room of the keypad, and no button may move away under the thumb later.
  form.addEventListener("focusin", (event) => {
    if (event.target.matches("[data-points]")) hold(-1);
  });

  form.addEventListener("input", (event) => {
    if (!event.target.matches("[data-points]")) return;
    input(`cards-${event.target.closest("[data-seat]").dataset.seat}`).value = "";
    shown();
  });

  // Other forms of the page that may wait, such as penalties.
  document.addEventListener("submit", (event) => {
    const other = event.target;
    if (!other.matches("[data-waits]")) return;
    event.preventDefault();
    const fields = [...new FormData(other, event.submitter)].filter(([name]) => !/^(csrf|command_id)/.test(name));
    const named = all("select, input[type=radio]:checked, input[type=number], input[type=text]", other).map((field) => field.selectedOptions?.[0].textContent || field.dataset.words || field.value).filter(Boolean);
    outbox.put({ kind: "other", url: other.action, fields, title: other.dataset.waits, words: named.join(", ") });
    other.reset();
    other.closest("details")?.removeAttribute("open");
  });

  // Only a penalty for another reason than those of the rulebook needs it in words.
  document.addEventListener("change", ({ target }) => {
    if (target.name === "kind" && target.form.elements.words) target.form.elements.words.required = target.value === "penalty";
  });

  document.addEventListener("outbox:mend", (event) => {
    const { entry } = event.detail;
    outbox.change(entry.id, { held: true });
    mending = outbox.entries().find((entry) => entry.held).id;
    fill(entry.fields);
    plan();
    form.scrollIntoView();
  });
  document.addEventListener("outbox:change", plan);
  document.addEventListener("outbox:sent", () => {
    const live = document.querySelector("#score_sheet");
    if (live) htmx.trigger(live, "refresh");
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id === "score_sheet") keep(keepSheet);
    plan();
  });
  document.addEventListener("htmx:sendError", (event) => {
    if (event.detail.requestConfig?.verb !== "post") return;
    const status = document.querySelector("#said");
    status.textContent = gettext("You are offline: this needs a connection. Try again in a moment.");
    status.hidden = false;
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.successful) document.querySelector("#said").hidden = true;
  });

  // --- this page for when there is no network

  const keepPage = async () => {
    if (!navigator.serviceWorker || !window.caches) return;
    await navigator.serviceWorker.register(root.dataset.worker, { scope: location.pathname, updateViaCache: "none" });
    const files = all("script[src], link[rel=stylesheet], link[rel=icon]", document).map((element) => element.src || element.href);
    const kept = await caches.open(root.dataset.cache);
    await kept.addAll([location.pathname, ...new Set(files)]);
  };
  const keep = (work) => work().catch((error) => {
    // Without network there is nothing to keep: what was kept before stays.
    if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
  });

  // The sheet has changed: so has the page that a reload without network shows.
  const keepSheet = async () => {
    if (window.caches && (await caches.has(root.dataset.cache))) await (await caches.open(root.dataset.cache)).add(location.pathname);
  };

  const typed = () => {
    try {
      return JSON.parse(localStorage.getItem(TYPED));
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof DOMException) return null;
      throw error;
    }
  };

  for (const element of all("[data-script]", document)) element.hidden = false;
  for (const element of all("[data-without]")) element.hidden = true;
  find("#pad").dataset.shown = "red";
  const before = typed();
  if (before && !isTouched()) {
    mending = outbox.entries().some((entry) => entry.id === before.mending) ? before.mending : "";
    fill(before.fields);
  }
  release();
  plan();
  outbox.send();
  keep(keepPage);
})();
