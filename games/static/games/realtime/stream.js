// The line to the server: a stream of version numbers while it comes through, asking every few seconds while it
// does not. Says `line:news` (kind, version, and html if the fragment itself came), `line:heard` whenever anything came
// (beat: in how many seconds something comes again at the latest), `line:ask`, and after too long a silence
// `line:silence` on the document. It asks for the fragments that `data-sent` names: those that all spectators share.
"use strict";
(() => {
  const root = document.querySelector("[data-stream]");
  if (!root) return;

  const FIRST_WORD = 5000; // a proxy that holds the stream back lets nothing through within this time
  const MISSED_BEATS = 2.5;
  const ASK = 3000;
  const SOON = 1000;
  const LATE = 30000;

  // What concerns the reader of the page comes on the same line.
  const { reader, notices } = document.querySelector("[data-reader]")?.dataset ?? {};
  const known = reader ? { reader, notices } : {};
  let source = null;
  let silence = 0;
  let asking = 0;
  let coming = 0;
  let changing = 0;
  let failures = 0;
  let heardAt = Date.now();
  let beat = 15; // seconds; the server says its own

  // A thousand pages that lose one server must not come back in the same moment.
  const about = (milliseconds) => milliseconds * (0.5 + Math.random());

  const sent = () => [...document.querySelectorAll("[data-sent]")].map((live) => live.dataset.sent).join();
  let asked = "";

  const address = () => {
    const url = new URL(root.dataset.stream, location.href);
    for (const [kind, version] of Object.entries(known)) url.searchParams.set(kind === "version" ? "after" : kind, version);
    asked = sent();
    if (asked) {
      url.searchParams.set("fragments", asked);
      url.searchParams.set("language", document.documentElement.lang);
    }
    return url;
  };

  const ask = () => {
    document.dispatchEvent(new CustomEvent("line:ask"));
    asking = setTimeout(ask, about(ASK));
  };

  const begin = () => {
    root.dataset.line = "asking";
    if (!asking) asking = setTimeout(ask, about(ASK));
  };

  const end = () => {
    root.dataset.line = "open";
    clearTimeout(asking);
    asking = 0;
  };

  const listenFor = (milliseconds) => {
    clearTimeout(silence);
    silence = setTimeout(comeBack, milliseconds);
  };

  // A line can be dead, or this computer asleep, without anybody noticing before the next word.
  const tellSilence = () => {
    const milliseconds = Date.now() - heardAt;
    heardAt = Date.now();
    if (milliseconds < 1000 * MISSED_BEATS * beat) return;
    document.dispatchEvent(new CustomEvent("line:silence", { detail: { milliseconds } }));
  };

  const tell = (kind, version, html) => {
    known[kind] = version;
    document.dispatchEvent(new CustomEvent("line:news", { detail: { kind, version, html } }));
  };

  const heard = (event) => {
    tellSilence();
    failures = 0;
    end();
    if (event.type === "beat") beat = Number(event.data) || beat;
    listenFor(1000 * MISSED_BEATS * beat);
    if (event.type === "fragment") {
      const end = event.data.indexOf("\n");
      const [kind, version] = event.data.slice(0, end).split(" ");
      tell(kind, Number(version), event.data.slice(end + 1));
    } else if (event.type !== "beat") tell(event.type, Number(event.data) || 0);
    document.dispatchEvent(new CustomEvent("line:heard", { detail: { beat } }));
  };

  const connect = () => {
    clearTimeout(coming);
    source?.close();
    source = new EventSource(address());
    for (const kind of ["beat", "version", "fragment", "chat", "totals", "desk", "closing", "notices"]) source.addEventListener(kind, heard);
    source.onerror = () => {
      begin();
      // The browser comes back by itself when the server said so; after an answer that is no stream it does not.
      if (source.readyState === EventSource.CLOSED) comeBack();
      else listenFor(2 * FIRST_WORD);
    };
    listenFor(FIRST_WORD);
  };

  const comeBack = () => {
    clearTimeout(silence);
    clearTimeout(coming);
    source.close();
    begin();
    coming = setTimeout(connect, about(Math.min(LATE, SOON * 2 ** failures)));
    failures += 1;
  };

  // At the beginning of a match all who watch begin to share what they see.
  document.addEventListener("htmx:afterSettle", () => {
    if (sent() !== asked && !changing) changing = setTimeout(change, about(ASK));
  });
  const change = () => {
    changing = 0;
    if (sent() !== asked && source.readyState === EventSource.OPEN) connect();
  };

  // Whoever has been offline or away need not wait for the next attempt.
  addEventListener("online", () => {
    failures = 0;
    comeBack();
  });
  addEventListener("pagehide", () => {
    clearTimeout(silence);
    clearTimeout(coming);
    source.close();
  });
  addEventListener("pageshow", (event) => {
    if (event.persisted) connect();
  });
  connect();
})();
