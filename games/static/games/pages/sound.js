// Sound and vibration, for those who want them: a few notes made by the browser for a card, a turn, and each moment at
// the table. Both are offered where somebody sits until they answer or have let the offer pass during a deal; the browser
// remembers that.
// Whoever wants less motion is offered neither, and has neither until they switch it on; that is remembered for itself.
"use strict";
(() => {
  const READING = 12000;
  const button = document.querySelector("#sound");
  const offer = document.querySelector("#sound-offer");
  if (!button || !window.AudioContext) return;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");

  const answered = () => (calm.matches ? "sound-without-motion" : "sound");
  const kept = (value) => {
    try {
      if (value === undefined) return localStorage.getItem(answered());
      localStorage.setItem(answered(), value);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
    return value || null;
  };

  let context = null;
  const note = (pitch, start, length, { volume = 0.1, type = "sine", to = pitch } = {}) => {
    const tone = context.createOscillator();
    const loud = context.createGain();
    const at = context.currentTime + start;
    tone.type = type;
    tone.frequency.setValueAtTime(pitch, at);
    tone.frequency.exponentialRampToValueAtTime(to, at + length);
    loud.gain.setValueAtTime(0, at);
    loud.gain.linearRampToValueAtTime(volume, at + 0.015);
    loud.gain.exponentialRampToValueAtTime(0.0001, at + length);
    tone.connect(loud).connect(context.destination);
    tone.start(at);
    tone.stop(at + length);
  };
  const row = (pitches, step, length) => pitches.forEach((pitch, place) => note(pitch, step * place, length));
  const falls = (from, to) => note(from, 0, 0.35, { to, type: "triangle" });
  const TUNES = {
    turn: () => row([523, 784], 0.12, 0.25),
    laid: () => note(196, 0, 0.09),
    uno: () => row([659, 880, 1047], 0.1, 0.2),
    caught: () => falls(440, 165),
    "challenge-won": () => row([523, 659, 784], 0.09, 0.2),
    "challenge-lost": () => falls(392, 196),
    skip: () => row([392, 330], 0.09, 0.12),
    reverse: () => row([494, 587, 494], 0.08, 0.12),
    swap: () => row([440, 554, 440, 554], 0.07, 0.1),
    jump: () => note(330, 0, 0.18, { to: 880 }),
    declined: () => row([330, 262], 0.14, 0.16),
    time: () => row([247, 247], 0.16, 0.12),
    good: () => row([587, 784], 0.09, 0.2),
    eliminated: () => falls(330, 110),
    "deal-won": () => row([523, 659, 784, 1047], 0.11, 0.3),
    "match-won": () => row([523, 659, 784, 1047, 784, 1047, 1319], 0.13, 0.4),
  };
  TUNES.penalty = TUNES.caught;
  for (const kind of ["rotate", "shuffle"]) TUNES[kind] = TUNES.swap;
  TUNES.back = TUNES.reverse;
  for (const kind of ["deal", "match"]) TUNES[kind] = () => row([523, 392], 0.14, 0.3);
  const SHAKES = { turn: [40], caught: [60, 40, 60], penalty: [60, 40, 60], "challenge-lost": [60, 40, 60], declined: [40], time: [80], "deal-won": [30, 30, 30], "match-won": [30, 30, 30, 30, 120] };

  const isOn = () => button.getAttribute("aria-pressed") === "true";
  const play = (name) => {
    if (!isOn() || !TUNES[name]) return;
    context ||= new AudioContext();
    context.resume();
    TUNES[name]();
  };
  const shake = (name) => {
    const mayShake = navigator.userActivation?.hasBeenActive !== false; // before the first tap browsers refuse it
    if (isOn() && SHAKES[name] && mayShake) navigator.vibrate?.(SHAKES[name]);
  };
  const set = (on) => button.setAttribute("aria-pressed", String(on));
  const choose = (on) => {
    set(on);
    kept(on ? "on" : "off");
    if (offer) offer.hidden = true;
    play("turn");
  };

  button.hidden = false;
  const show = () => set(kept() === "on");
  show();
  calm.addEventListener("change", show);
  button.addEventListener("click", () => choose(!isOn()));
  for (const answer of offer?.querySelectorAll("[data-sound]") || []) answer.addEventListener("click", () => choose(answer.dataset.sound === "on"));
  const isOver = () => document.querySelector("#felt") && !document.querySelector("#hand");
  const makeOffer = () => {
    if (kept() !== null || isOver()) return;
    offer.hidden = false;
    // During a deal it stands over the head of the site, and leaves it for good; the button stays.
    const leave = () => setTimeout(() => {
      if (!document.querySelector("#felt") || offer.matches(":hover, :focus-within")) return leave();
      offer.hidden = true;
      if (kept() === null) kept("let pass");
    }, READING);
    leave();
    document.addEventListener("htmx:afterSettle", () => {
      if (isOver()) offer.hidden = true;
    });
  };
  // A note about what was just done stands in the same place, until it leaves.
  const notes = document.querySelector(".notes")?.getAnimations() || [];
  if (offer && !calm.matches) Promise.allSettled(notes.map(({ finished }) => finished)).then(makeOffer);

  const seen = () => ({
    laid: document.querySelector("#top-card")?.dataset.laid,
    mine: document.querySelector("#hand.hand--turn") !== null,
  });
  let before = seen();
  document.addEventListener("htmx:afterSettle", () => {
    const now = seen();
    if (now.mine && !before.mine) {
      play("turn");
      shake("turn");
    } else if (now.laid !== before.laid) play("laid");
    before = now;
  });
  document.addEventListener("table:moment", ({ detail }) => {
    play(detail.kind);
    if (detail.at === "me") shake(detail.kind);
  });
})();
