// Registers the service worker, which lets the pages be read without a network, and loads a page
// that is shown without a network again as soon as there is one.
const isSecure =
  location.protocol === "https:" || ["localhost", "127.0.0.1"].includes(location.hostname);

if ("serviceWorker" in navigator && isSecure) {
  // Where the browser keeps nothing, as in private windows, the pages work without it.
  navigator.serviceWorker.register("/worker.js").catch(() => {});
  if (!navigator.serviceWorker.controller) {
    navigator.serviceWorker.ready
      .then(({ active }) => active?.postMessage({ kind: "seen", url: location.href }))
      .catch(() => {});
  }
}

const isKept = document.getElementById("as-of")?.hidden === false;
if (isKept || document.querySelector("[data-offline]")) {
  const retry = 10_000;
  const check = async () => {
    try {
      await fetch("/worker.js", { method: "HEAD", cache: "no-store" });
      location.reload();
    } catch {
      setTimeout(check, retry);
    }
  };
  addEventListener("online", check, { once: true });
  setTimeout(check, retry);
}
