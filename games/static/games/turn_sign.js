// Says in the tab of the browser that it is my turn, in its title and by its icon, for those who look elsewhere: at the
// table that is open, or at how many others. The icon of an installed app has the number, too.
"use strict";
(() => {
  const icon = document.querySelector("link[rel=icon]");
  if (!icon?.dataset.turn) return;
  const { title } = document;
  const { href } = icon;

  const show = () => {
    const isMine = document.querySelector("#hand.hand--turn") !== null;
    const others = Number(document.querySelector("#my-turn")?.dataset.tables || 0);
    const sign = isMine ? `${gettext("Your turn.")} ` : others ? `(${others}) ` : "";
    document.title = sign + title;
    icon.href = sign ? icon.dataset.turn : href;
    const all = others + (isMine ? 1 : 0);
    (all ? navigator.setAppBadge?.(all) : navigator.clearAppBadge?.())?.catch(() => {}); // some systems have none
  };

  document.addEventListener("htmx:afterSettle", show);
  show();
})();
