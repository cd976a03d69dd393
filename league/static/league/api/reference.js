// Draws the reference of the API with Swagger UI, once it is opened: Swagger UI and the schema are heavy.
// It is read only: nothing is tried out.
(() => {
  const place = document.getElementById("reference");
  const whole = document.getElementById("addresses");

  // Returns an element as soon as Swagger UI has drawn it, or nothing after some seconds.
  const drawn = async (selector) => {
    for (let tries = 0; tries < 400; tries += 1) {
      const element = place.querySelector(selector);
      if (element) return element;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return null;
  };

  const open = (element, selector) => {
    const control = element.querySelector(selector);
    if (control?.getAttribute("aria-expanded") === "false") control.click();
  };

  // The guide says #of-tables, #post_tables and #object-Problem; Swagger UI has other names for them.
  const follow = async () => {
    const name = decodeURIComponent(location.hash.slice(1));
    const [, part] = name.match(/^(?:of-|(?:get|post)_)([a-z]+)/) ?? [];
    if (!part && !name.startsWith("object-")) return;
    whole.open = true;
    if (!part) {
      (await drawn(".models"))?.scrollIntoView();
      return;
    }
    const heading = await drawn(`#operations-tag-${CSS.escape(part)}`);
    if (heading) open(heading, ".expand-operation");
    const isPart = name.startsWith("of-");
    const target = isPart ? heading : await drawn(`#operations-${CSS.escape(part)}-${CSS.escape(name)}`);
    if (target && !isPart) open(target, ".opblock-summary-control");
    target?.scrollIntoView();
  };

  const paint = () => {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const choose = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
    dark.addEventListener("change", choose);
    choose();
  };

  const draw = () =>
    SwaggerUIBundle({
      url: place.dataset.schema,
      domNode: place,
      presets: [SwaggerUIBundle.presets.apis],
      layout: "BaseLayout",
      docExpansion: "none",
      defaultModelsExpandDepth: 0,
      filter: true,
      supportedSubmitMethods: [],
      validatorUrl: null,
    });

  const load = () => {
    const style = document.createElement("link");
    Object.assign(style, { rel: "stylesheet", href: place.dataset.style });
    const script = document.createElement("script");
    Object.assign(script, { src: place.dataset.script, onload: draw });
    // Our own style sheet comes last: it fits the other one to the page.
    document.head.insertBefore(style, document.querySelector("link[href*='league/api/docs']"));
    document.head.append(script);
    paint();
  };

  whole.addEventListener("toggle", load, { once: true });
  addEventListener("hashchange", follow);
  follow();
})();
