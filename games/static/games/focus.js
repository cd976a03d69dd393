// Whoever is somewhere by keyboard stays there when that part of the page is replaced. htmx keeps the focus on what has
// an id and is there again; what has none is found by what it does, and what has gone leaves the focus to its part.
"use strict";
(() => {
  const PART = "[id][tabindex]";
  const ABOUT = ["href", "name", "value", "popovertarget", "popovertargetaction", "aria-label"];

  const does = (element) => [...ABOUT.map((name) => element.getAttribute(name)), element.form?.getAttribute("action"), element.textContent].join("\n");
  const isLost = () => !document.activeElement || document.activeElement === document.body;

  let last = null;
  document.addEventListener("focusin", ({ target }) => {
    last = { element: target, part: target.closest(PART)?.id };
  });
  // Whoever clicks beside everything wants to be nowhere; what is replaced is not there any more by then.
  document.addEventListener("focusout", () => {
    const left = last;
    setTimeout(() => {
      if (last === left && isLost() && left?.element.isConnected) last = null;
    });
  });

  const gone = () => (isLost() && last && !last.element.isConnected ? last : null);
  const goOn = (wanted) => wanted?.focus({ preventScroll: true });

  const findAgain = () => {
    const was = gone();
    const part = was && !was.element.id && document.getElementById(was.part);
    if (part) goOn([...part.querySelectorAll(was.element.localName)].find((element) => does(element) === does(was.element)));
  };
  const stayInPart = () => {
    const was = gone();
    if (was) goOn(document.getElementById(was.part));
  };

  document.addEventListener("htmx:afterSwap", findAgain);
  document.addEventListener("htmx:afterSettle", stayInPart);
})();
