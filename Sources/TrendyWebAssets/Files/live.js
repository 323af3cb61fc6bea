// Keeps the page up to date: fetches it again after each change and morphs it in place.
import { morph } from "./morph.js";

const main = document.getElementById("main");
let fetching = false;
let again = false;

/** Fetches the page again and shows what changed. */
async function refresh() {
  if (fetching) {
    again = true;
    return;
  }
  fetching = true;
  try {
    do {
      again = false;
      const response = await fetch(location.href, { headers: { accept: "text/html" } });
      if (response.redirected || response.status === 401) {
        location.reload();
        return;
      }
      if (!response.ok) break;
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const fresh = page.getElementById("main");
      if (fresh) morph(main, fresh);
      const navigation = document.querySelector("header.site nav");
      const freshNavigation = page.querySelector("header.site nav");
      if (navigation && freshNavigation) morph(navigation, freshNavigation);
      document.dispatchEvent(new CustomEvent("trendy:updated"));
    } while (again);
  } catch {
    // Offline: the stream reconnects, and then the page is fetched again.
  } finally {
    fetching = false;
  }
}

/** A form with entered text is not replaced until it is sent. */
document.addEventListener("input", (event) => {
  const form = event.target.closest?.("form[method=post]");
  if (form) form.dataset.dirty = "true";
});

/** A script that changed the address, such as that of the map, asks for the page there. */
document.addEventListener("trendy:refresh", refresh);

/** A page that shows more than the database says after how many seconds to ask again. */
const seconds = Number(main?.querySelector("[data-refresh]")?.dataset.refresh);
if (seconds > 0) {
  setInterval(() => {
    if (!document.hidden) refresh();
  }, seconds * 1000);
}

if (main?.dataset.live) {
  let wasOpen = false;
  const stream = new EventSource(main.dataset.live);
  stream.addEventListener("open", () => {
    document.documentElement.dataset.connection = "open";
    if (wasOpen) refresh();
    wasOpen = true;
  });
  stream.addEventListener("error", () => {
    document.documentElement.dataset.connection = "lost";
    // A refused stream does not reconnect: the session has ended, or the server says no.
    if (stream.readyState === EventSource.CLOSED) setTimeout(refresh, 1000);
  });
  stream.addEventListener("change", refresh);
  addEventListener("pagehide", () => stream.close());
}
