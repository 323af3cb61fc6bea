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
        // A page with entered text stays, so that the text is not lost.
        if (document.querySelector("form[data-dirty]")) say("ended");
        else location.reload();
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

/** A form that was sent stays as it is, so that a second click sends the same again. */
document.addEventListener("submit", (event) => {
  event.target.dataset.dirty = "true";
});

/** A form with entered text is not replaced until it is sent. */
document.addEventListener("input", (event) => {
  const form = event.target.closest?.("form[method=post]");
  if (form) form.dataset.dirty = "true";
});

/** A script that changed the address, such as that of the map, asks for the page there. */
document.addEventListener("trendy:refresh", refresh);

/** A page with data from outside the database gives its refresh interval in seconds. */
const seconds = Number(main?.querySelector("[data-refresh]")?.dataset.refresh);
if (seconds > 0) {
  setInterval(() => {
    if (!document.hidden) refresh();
  }, seconds * 1000);
}

/** Shows that the page is not live, and why; nothing for a live page. */
function say(what) {
  const note = document.getElementById("connection");
  if (!note) return;
  note.hidden = !what;
  note.textContent = what ? note.dataset[what] : "";
}

let stream = null;

/** Listens to changes, and shows those that happened before. */
function connect() {
  stream = new EventSource(main.dataset.live);
  stream.addEventListener("open", () => {
    say(null);
    refresh();
  });
  stream.addEventListener("error", () => {
    say("lost");
    // A refused stream does not reconnect: the session has ended, or the server says no.
    if (stream?.readyState === EventSource.CLOSED) setTimeout(refresh, 1000);
  });
  stream.addEventListener("change", refresh);
}

function disconnect() {
  stream?.close();
  stream = null;
}

if (main?.dataset.live) {
  // A browser has six connections to a host, so that hidden pages must not hold one each.
  const update = () => {
    if (document.hidden) disconnect();
    else if (!stream) connect();
  };
  update();
  document.addEventListener("visibilitychange", update);
  addEventListener("pagehide", disconnect);
  addEventListener("pageshow", (event) => {
    if (event.persisted) update();
  });
}
