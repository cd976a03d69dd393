// Cards that fly from where they were to where they are: a picture of what has already happened. Nothing waits for it,
// and whoever wants less motion sees none.
"use strict";
const flight = (() => {
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const EASE = "cubic-bezier(.2, .8, .3, 1)";
  const LENGTH = 280;

  const place = (element) => element?.getBoundingClientRect();

  const from = (source, target) => {
    const scale = source.width / target.width;
    return `translate(${source.left + source.width / 2 - target.left - target.width / 2}px, ${source.top + source.height / 2 - target.top - target.height / 2}px) scale(${Math.min(Math.max(scale, 0.3), 1.4)})`;
  };

  const fly = (element, source, delay = 0) => {
    const target = place(element);
    if (!source || !target?.width) return;
    element.animate([{ transform: from(source, target) }, { transform: "none" }], { duration: LENGTH, delay, easing: EASE, composite: "add", fill: "backwards" });
  };

  return { EASE, LENGTH, fly, from, isCalm: () => calm.matches, place };
})();
