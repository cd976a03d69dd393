// Says in the tab of the browser that it is my turn: in its title and by its icon, for those who look elsewhere.
"use strict";
(() => {
  const live = document.querySelector("#live");
  const icon = document.querySelector("link[rel=icon]");
  if (!live?.dataset.turnIcon || !icon) return;
  const { title } = document;
  const { href } = icon;

  const show = () => {
    const isMine = document.querySelector("#hand.hand--turn") !== null;
    document.title = isMine ? `${gettext("Your turn.")} ${title}` : title;
    icon.href = isMine ? live.dataset.turnIcon : href;
  };

  document.addEventListener("htmx:afterSettle", show);
  show();
})();
