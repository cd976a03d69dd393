// Sound, for those who ask for it: a few notes made by the browser when it is my turn, when a card is laid, when
// somebody says UNO. Off until somebody switches it on; the browser remembers that.
"use strict";
(() => {
  const KEY = "sound";
  const button = document.querySelector("#sound");
  if (!button || !window.AudioContext) return;

  const kept = (value) => {
    try {
      if (value === undefined) return localStorage.getItem(KEY) === "on";
      localStorage.setItem(KEY, value ? "on" : "off");
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
    return Boolean(value);
  };

  let context = null;
  const note = (pitch, start, length, volume) => {
    const tone = context.createOscillator();
    const loud = context.createGain();
    const at = context.currentTime + start;
    tone.type = "sine";
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0, at);
    loud.gain.linearRampToValueAtTime(volume, at + 0.015);
    loud.gain.exponentialRampToValueAtTime(0.0001, at + length);
    tone.connect(loud).connect(context.destination);
    tone.start(at);
    tone.stop(at + length);
  };
  const TUNES = {
    turn: () => [note(523, 0, 0.18, 0.12), note(784, 0.12, 0.3, 0.12)],
    laid: () => [note(196, 0, 0.09, 0.1)],
    uno: () => [note(659, 0, 0.15, 0.12), note(880, 0.1, 0.15, 0.12), note(1047, 0.2, 0.35, 0.12)],
  };
  const play = (name) => {
    if (!isOn()) return;
    context ||= new AudioContext();
    context.resume();
    TUNES[name]();
  };

  const isOn = () => button.getAttribute("aria-pressed") === "true";
  const set = (on) => button.setAttribute("aria-pressed", String(on));
  button.hidden = false;
  set(kept());
  button.addEventListener("click", () => {
    set(!isOn());
    kept(isOn());
    play("turn");
  });

  const seen = () => ({
    laid: document.querySelector("#top-card")?.dataset.laid,
    mine: document.querySelector("#hand.hand--turn") !== null,
    uno: document.querySelectorAll(".seat__mark--uno").length,
  });
  let before = seen();
  document.addEventListener("htmx:afterSettle", () => {
    const now = seen();
    if (now.uno > before.uno) play("uno");
    else if (now.mine && !before.mine) play("turn");
    else if (now.laid !== before.laid) play("laid");
    before = now;
  });
})();
