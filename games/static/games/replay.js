// Plays a replay: follows the same links that work without script.
"use strict";
(() => {
  const slider = document.querySelector("#slider");
  if (!slider) return;
  const play = document.querySelector("#play");
  const speed = document.querySelector("#speed");
  let timer = 0;

  for (const id of ["play", "speed-label", "keys"]) document.getElementById(id).hidden = false;

  const follow = (name) => {
    const link = document.getElementById(`step-${name}`);
    if (!link || link.getAttribute("aria-disabled") === "true") return false;
    link.click();
    return true;
  };

  const show = (isPlaying) => {
    play.querySelector('[data-when="playing"]').hidden = !isPlaying;
    play.querySelector('[data-when="paused"]').hidden = isPlaying;
  };

  const pause = () => {
    clearTimeout(timer);
    timer = 0;
    show(false);
  };

  const advance = () => {
    timer = setTimeout(() => {
      if (timer && !follow("next")) pause();
    }, Number(speed.value));
  };

  const toggle = () => {
    if (timer) {
      pause();
      return;
    }
    show(true);
    if (follow("next")) timer = -1;
    else if (follow("first")) timer = -1;
    else pause();
  };

  play.addEventListener("click", toggle);

  // The next step is timed from the arrival of this one, so that a slow line never piles up requests.
  document.addEventListener("htmx:afterSettle", () => {
    const step = document.querySelector("#replay").dataset.step;
    if (document.activeElement !== slider) slider.value = step;
    if (timer) {
      clearTimeout(timer);
      advance();
    }
  });

  const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };
  document.addEventListener("keydown", (event) => {
    const isField = event.target.matches("input, select, textarea, button");
    if (isField || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === " ") {
      event.preventDefault();
      toggle();
    } else if (KEYS[event.key]) {
      event.preventDefault();
      pause();
      follow(KEYS[event.key]);
    }
  });
  slider.addEventListener("input", pause);
})();
