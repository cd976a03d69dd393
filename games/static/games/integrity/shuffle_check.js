// Verifies shuffles in the browser, as FAIRNESS.md describes, and suggests words that nobody could guess.
"use strict";
(() => {
  const METHOD = "wildleague-shuffle/1";
  const WORD = 2 ** 32;
  const BEFORE_FIRST = 0;
  const TOO_LARGE = 2_000_000;
  const encoder = new TextEncoder();

  const bytesOf = (hex) => Uint8Array.from(hex.match(/../g), (pair) => Number.parseInt(pair, 16));
  const hexOf = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");

  // The numbers of one outcome: HMAC-SHA256(secret, words, round, block), eight to a block.
  async function* numbers(key, words, round, outcome) {
    const start = encoder.encode(words.join("\n"));
    const message = new Uint8Array(start.length + 12);
    message.set(start);
    const tail = new DataView(message.buffer, start.length);
    tail.setUint32(0, round);
    tail.setUint32(4, outcome);
    for (let block = 0; ; block += 1) {
      tail.setUint32(8, block);
      const blockHash = new DataView(await crypto.subtle.sign("HMAC", key, message));
      for (let at = 0; at < 32; at += 4) yield blockHash.getUint32(at);
    }
  }

  const oneOf = async (count, stream) => {
    const fair = WORD - (WORD % count);
    for (;;) {
      const { value } = await stream.next();
      if (value < fair) return value % count;
    }
  };

  const shuffled = async (cards, stream) => {
    const order = [...cards].sort();
    for (let last = order.length - 1; last > 0; last -= 1) {
      const other = await oneOf(last + 1, stream);
      [order[last], order[other]] = [order[other], order[last]];
    }
    return order;
  };

  const counted = (cards) => {
    const counts = new Map();
    for (const card of cards) counts.set(card, (counts.get(card) || 0) + 1);
    return counts;
  };

  // What every deck holds, and how many of each some hold beside.
  const coloured = (colour) => [..."0123456789SR+", ..."123456789SR+"].map((symbol) => colour + symbol);
  const CLASSIC = counted([..."rygb"].flatMap(coloured).concat(Array(4).fill("w"), Array(4).fill("w4")));
  const MORE = new Map(Object.entries({ ws: 1, wh: 1, st: 2, wc1: 1, wc2: 1, wc3: 1, wc4: 1, "+10": 4 }));
  const isDeck = (cards) =>
    [...CLASSIC].every(([card, count]) => cards.get(card) === count) &&
    [...cards].every(([card, count]) => CLASSIC.has(card) || count <= (MORE.get(card) || 0));
  const isPartOf = (some, all) => [...some].every(([card, count]) => count <= (all.get(card) || 0));

  const isProof = (proof, seats) =>
    proof?.method === METHOD &&
    /^[0-9a-f]{64}$/.test(proof.secret) &&
    Array.isArray(proof.words) &&
    proof.words.length === seats &&
    proof.words.every((word) => typeof word === "string" && !word.includes("\n"));

  // What is wrong with a deal, nothing if it is proven. `shown` is the hash that this page has shown for it.
  const fault = async (record, number, deal, shown) => {
    const { proof } = deal;
    if (!proof) return gettext("the record has no proof of it");
    if (!isProof(proof, record.seats.length)) return gettext("its proof has the wrong format");
    const secret = bytesOf(proof.secret);
    const committed = new Uint8Array([...encoder.encode("wildleague-commitment/1:"), ...secret]);
    const hash = hexOf(await crypto.subtle.digest("SHA-256", committed));
    if (hash !== proof.commitment || (shown && hash !== shown)) {
      return gettext("the secret is not the committed one");
    }
    const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    const stream = (round, outcome) => numbers(key, proof.words, round, outcome);
    if (number === 1 && record.options?.dealer_choice === "random") {
      const seat = await oneOf(record.seats.length, stream(BEFORE_FIRST, 1));
      if ("ABCDEFGHIJ"[seat] !== deal.dealer) return gettext("another seat had to deal");
    }
    return faultOfOrders(deal, number, stream);
  };

  // The first order, also the one that finds the first dealer, is of the whole deck; later ones are of piles and hands.
  const faultOfOrders = async (deal, number, stream) => {
    const drawn = deal.actions[0] === "dealer_draw" ? 1 : 0;
    if (deal.chance.length <= drawn) return gettext("the record does not contain the order of the deck");
    const orders = deal.chance.map((text) => text.split(" "));
    const deck = counted(orders[drawn]);
    for (const [place, order] of orders.entries()) {
      const expected = await shuffled(order, place < drawn ? stream(BEFORE_FIRST, 1) : stream(number, place + 1 - drawn));
      if (expected.join(" ") !== order.join(" ")) return interpolate(gettext("order %(number)s does not follow from the secret and the words"), { number: place + 1 }, true);
      const cards = counted(order);
      if (place <= drawn ? !isDeck(cards) : !isPartOf(cards, deck)) return interpolate(gettext("order %(number)s does not have the cards of the deck"), { number: place + 1 }, true);
    }
    return "";
  };

  const say = (text, mood) => {
    const result = document.querySelector("#check-result");
    result.textContent = text;
    result.dataset.mood = mood;
  };

  // How far a check is: of how many deals is known once their proofs have come.
  const showWay = (done, count) => {
    const way = document.querySelector("#check-way");
    way.hidden = false;
    if (done >= 0) Object.assign(way, { max: count, value: done });
    else way.removeAttribute("value");
  };

  const line = (number, reason) => {
    const item = document.createElement("li");
    item.dataset.mood = reason ? "failed" : "ok";
    const words = reason ? gettext("Deal %(number)s failed: %(reason)s.") : gettext("Deal %(number)s: as committed.");
    item.textContent = interpolate(words, { number, reason }, true);
    document.querySelector("#check-deals").append(item);
  };

  const rowOf = (number) => document.querySelector(`[data-deal="${number}"]`);

  const markDeal = (number, reason) => {
    const tag = rowOf(number)?.querySelector("[data-status]");
    if (!tag) return;
    tag.textContent = reason ? pgettext("a deal whose shuffles were checked", "failed") : pgettext("a deal whose shuffles were checked", "checked");
    tag.dataset.mood = reason ? "failed" : "ok";
  };

  const isOfAnotherMatch = (number, { proof }) => {
    const shown = rowOf(number)?.dataset.commitment;
    return Boolean(proof) && shown !== proof.commitment;
  };

  // What is revealed on this page has to be proven, whatever the answer leaves out.
  const leftOut = (told) => {
    const revealed = [...document.querySelectorAll("[data-deal]:has(.tag--revealed)")].map((row) => Number(row.dataset.deal));
    return revealed.filter((number) => !told.has(number));
  };

  const report = (number, reason, isHere) => {
    line(number, reason);
    if (isHere) markDeal(number, reason);
    return reason ? 1 : 0;
  };

  const verify = async (record, isHere) => {
    const deals = new Map(record.rounds.map((deal, place) => [deal.number ?? place + 1, deal]));
    if (!deals.size) throw new TypeError("no deals");
    let failed = 0;
    let done = 0;
    for (const [number, deal] of deals) {
      showWay(done, deals.size);
      const reason = await fault(record, number, deal, isHere ? rowOf(number)?.dataset.commitment : "");
      failed += report(number, reason, isHere);
      done += 1;
    }
    const missing = isHere ? leftOut(deals) : [];
    for (const number of missing) failed += report(number, gettext("the record has no proof of it"), isHere);
    const count = deals.size + missing.length;
    const words = failed
      ? ngettext("%(failed)s of %(count)s deal failed the check.", "%(failed)s of %(count)s deals failed the check.", count)
      : ngettext("The only deal is as committed.", "All %(count)s deals are as committed.", count);
    const sentences = [interpolate(words, { failed, count }, true)];
    const isOther = !isHere && [...deals].some(([number, deal]) => isOfAnotherMatch(number, deal));
    if (isOther) sentences.push(gettext("But its hashes are not those of this match: it is the record of another match, or it was changed."));
    say(sentences.join(" "), failed || isOther ? "failed" : "ok");
  };

  const begin = () => {
    document.querySelector("#check-deals").replaceChildren();
    say(gettext("Checking…"), "");
    if (window.crypto?.subtle) return true;
    say(gettext("Browsers compute hashes only for pages over HTTPS or on this very device. Open this page over HTTPS, or verify the record with the script in FAIRNESS.md."), "failed");
    return false;
  };

  const understood = async (work) => {
    showWay(-1);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
      say(gettext("This is not a match record, or it could not be loaded."), "failed");
    } finally {
      document.querySelector("#check-way").hidden = true;
    }
  };

  const checkHere = async (button) => {
    if (!begin()) return;
    button.disabled = true;
    await understood(async () => {
      const answer = await fetch(document.querySelector("#shuffles").dataset.proofs, { cache: "no-store" });
      await verify(await answer.json(), true);
    });
    button.disabled = false;
  };

  const checkFile = async (field) => {
    const [file] = field.files;
    field.value = "";
    if (!file || !begin()) return;
    if (file.size > TOO_LARGE) say(gettext("A match record has at most 2 MB."), "failed");
    else await understood(async () => verify(JSON.parse(await file.text()), false));
  };

  // Sixteen random letters in four groups that can be read out: about fifty-three bits.
  const suggestion = () => {
    const random = crypto.getRandomValues(new Uint8Array(16));
    const letters = Array.from(random, (byte, at) => (at % 2 ? "aeiou"[byte % 5] : "bcdfghjklmnprstvwxyz"[byte % 20]));
    return letters.join("").match(/.{4}/g).join("-");
  };

  // What stands in the field stays there when the list of deals is fetched anew, without an empty moment.
  let words = suggestion();

  const prepare = () => {
    for (const field of document.querySelectorAll("[data-suggest]")) field.value ||= words;
    for (const bar of document.querySelectorAll("[data-check]")) bar.hidden = false;
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("#check-shuffles");
    if (button) checkHere(button);
  });
  document.addEventListener("input", (event) => {
    if (event.target.matches("[data-suggest]")) words = event.target.value;
  });
  document.addEventListener("change", (event) => {
    if (event.target.matches("#check-file")) checkFile(event.target);
  });
  document.addEventListener("htmx:afterSwap", prepare);
  prepare();
})();
