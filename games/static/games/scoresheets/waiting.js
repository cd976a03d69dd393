// What waits to be sent: how much, why, what was refused, and both versions of a deal that somebody else recorded
// otherwise. What is decided here is carried out by the outbox; what is mended goes back into the form of the deal.
"use strict";
(() => {
  const root = document.querySelector("[data-outbox]");
  const box = document.querySelector("#waiting");
  if (!root || !box) return;

  const piece = (kind, text, facts = {}) => Object.assign(document.createElement(kind), { textContent: text, ...facts });
  const mend = (entry) => document.dispatchEvent(new CustomEvent("outbox:mend", { detail: { entry } }));

  const SHORT = 1500;
  const LINE = {
    "": "",
    offline: gettext("You are offline. It will be sent when you are online again; you can close this page."),
    busy: gettext("The server is not answering. It will be sent when the server answers again."),
    reload: gettext("Reload this page to send it."),
    other_account: gettext("Another account is logged in on this phone. Log in to your own account to send it."),
  };

  const button = (text, work, kind = "") => {
    const made = piece("button", text, { type: "button", className: kind });
    made.addEventListener("click", work);
    return made;
  };

  // Mine in the place of theirs: allowed for the last deal only, which the server makes sure of.
  const insist = (entry) => {
    const { version } = entry.conflict;
    const fields = [...entry.fields.filter(([name]) => name !== "instead"), ["instead", String(version)]];
    outbox.change(entry.id, { conflict: null, fields });
    outbox.send();
  };

  const conflict = (entry) => {
    const { stands } = entry.conflict;
    const both = piece("div", "", { className: "waiting__versions" });
    const version = (title, words, note) => {
      const part = piece("div", "", { className: "waiting__version" });
      part.append(piece("h4", title), piece("p", words), piece("p", note, { className: "soft small" }));
      return part;
    };
    const entered = interpolate(gettext("entered at %(time)s"), { time: new Date(entry.since).toTimeString().slice(0, 5) }, true);
    both.append(version(gettext("Already recorded"), stands.words, stands.note), version(gettext("On this phone"), entry.words, entered));
    const keys = piece("div", "", { className: "bar" });
    keys.append(button(gettext("Use the recorded version"), () => {
      outbox.drop(entry.id);
      outbox.send();
    }));
    if (stands.is_last) keys.append(button(gettext("Use mine"), () => insist(entry), "button--danger"));
    const note = stands.is_last
      ? gettext("“Use mine” undoes the recorded version first; the log shows both.")
      : gettext("More deals were recorded since then: if the recorded version is wrong, correct it in the list of deals or call the referee.");
    return [both, keys, piece("p", note, { className: "soft small" })];
  };

  const refused = (entry) => {
    const keys = piece("div", "", { className: "bar" });
    if (entry.kind === "deal") keys.append(button(gettext("Fix"), () => mend(entry), "button--main"));
    keys.append(button(gettext("Send again"), () => {
      outbox.change(entry.id, { refusal: null });
      outbox.send();
    }));
    keys.append(button(gettext("Discard"), () => {
      outbox.drop(entry.id);
      outbox.send();
    }, "button--danger"));
    return [piece("p", entry.refusal.sentence, { className: "refused" }), keys];
  };

  const item = (entry, place, list) => {
    const made = piece("li", "", { className: "waiting__item" });
    const heading = entry.conflict ? interpolate(gettext("%(title)s was recorded differently in the meantime. Which version counts?"), entry, true) : entry.title;
    made.append(piece("h3", heading));
    if (!entry.conflict) made.append(piece("p", entry.words, { className: "waiting__words" }));
    if (entry.conflict) made.append(...conflict(entry));
    else if (entry.refusal) made.append(...refused(entry));
    else if (entry.held) made.append(piece("p", gettext("You are changing it below."), { className: "soft small" }));
    else {
      const keys = piece("div", "", { className: "bar" });
      if (entry.kind === "deal") keys.append(button(gettext("Change"), () => mend(entry), "button--small"));
      if (place === list.length - 1) keys.append(button(gettext("Discard"), () => confirm(interpolate(gettext("Discard %(title)s: %(words)s?"), { ...entry, title: entry.title.toLowerCase() }, true)) && outbox.drop(entry.id), "button--small button--danger"));
      made.append(keys);
    }
    return made;
  };

  const count = (list) => {
    const deals = list.filter((entry) => entry.kind === "deal").length;
    const notes = list.length - deals;
    if (!notes) return interpolate(ngettext("%(deals)s deal waiting", "%(deals)s deals waiting", deals), { deals }, true);
    if (!deals) return interpolate(ngettext("%(notes)s note waiting", "%(notes)s notes waiting", notes), { notes }, true);
    const both = {
      deals: interpolate(ngettext("%(deals)s deal", "%(deals)s deals", deals), { deals }, true),
      notes: interpolate(ngettext("%(notes)s note", "%(notes)s notes", notes), { notes }, true),
    };
    return interpolate(gettext("%(deals)s and %(notes)s waiting"), both, true);
  };

  // The link stands where the language wants it.
  const logIn = () => {
    const link = piece("a", gettext("log in"), { href: root.dataset.logIn, className: "button button--main" });
    const [before, after] = gettext("You are logged out. It stays on this phone: %(link)s to send it.").split("%(link)s");
    return [before, link, after];
  };

  // What has to be decided is open; the rest opens by a tap, so that it does not cover the page.
  const details = (list, isOpen, line) => {
    const made = piece("details", "", { open: isOpen || list.some(outbox.isStuck) });
    const items = piece("ol", "", { className: "rows" });
    items.append(...list.map(item));
    made.append(piece("summary", gettext("Waiting to be sent")), items);
    if (line === "offline" || line === "busy") made.append(button(gettext("Try now"), () => outbox.send(), "button--small"));
    return made;
  };

  const showWaiting = () => {
    const list = outbox.entries();
    const line = outbox.line();
    const others = outbox.ofOthers().length;
    // What is sent at once is not worth a word.
    const isShort = !line && !list.some(outbox.isStuck) && list.every((entry) => Date.now() - entry.since < SHORT);
    if (list.length && isShort) setTimeout(showWaiting, SHORT);
    const isOpen = box.querySelector("details")?.open;
    box.hidden = (!list.length || isShort) && !others;
    box.replaceChildren();
    if (list.length) {
      box.append(piece("p", count(list), { className: "waiting__count" }));
      const says = piece("p", LINE[line] || "", { className: "waiting__line" });
      if (line === "log_in") says.append(...logIn());
      if (says.textContent) box.append(says);
      box.append(details(list, isOpen, line));
    }
    if (others) box.append(piece("p", gettext("Deals entered from another account are waiting on this phone. They will be sent when that account logs in here."), { className: "soft small" }));
  };

  document.addEventListener("outbox:change", showWaiting);
  showWaiting();
})();
