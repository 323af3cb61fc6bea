// The service worker: keeps the pages that were seen last, so that they can be read without a
// network, marked with their time. It keeps nothing of an account that is signed out.
//
// A page of a signed-in person names the key of its session in a header field. Pages are kept under
// that key only; a page of another key, or one without a key such as the sign-in form, deletes them.

const keyField = "trendy-page-key";
const pagePrefix = "pages-";
const fileCache = "files";
const offlinePage = "/offline";
const maximumPages = 50;
const maximumFiles = 60;
const maximumPageBytes = 1024 * 1024;

self.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const files = await caches.open(fileCache);
      await files.put(offlinePage, await fetch(offlinePage, { cache: "reload" }));
      await self.skipWaiting();
    })(),
  );
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

/** Deletes the pages of all sessions but one. */
async function forgetPages(key) {
  const kept = key ? pagePrefix + key : null;
  const names = await caches.keys();
  await Promise.all(
    names
      .filter((name) => name.startsWith(pagePrefix) && name !== kept)
      .map((name) => caches.delete(name)),
  );
}

/** Removes the oldest entries of a cache. */
async function trim(cache, most) {
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((key) => cache.delete(key)));
}

/** Whether a response is a page that may be kept. */
function isPage(response) {
  const type = response.headers.get("content-type") ?? "";
  return (
    response.ok &&
    response.type === "basic" &&
    type.startsWith("text/html") &&
    !response.headers.has("content-disposition") &&
    Number(response.headers.get("content-length") ?? Infinity) <= maximumPageBytes
  );
}

/** Keeps a page under the key of its session. */
async function keepPage(request, response) {
  const key = response.headers.get(keyField);
  await forgetPages(key);
  if (!key || !isPage(response)) return;
  const cache = await caches.open(pagePrefix + key);
  // Put again, so that the pages seen last are the newest.
  await cache.delete(request.url);
  await cache.put(request.url, response);
  await trim(cache, maximumPages);
}

/** The page that was seen last at an address, with its time; the offline page when there is none. */
async function keptPage(url) {
  for (const name of await caches.keys()) {
    if (!name.startsWith(pagePrefix)) continue;
    const page = await (await caches.open(name)).match(url);
    if (!page) continue;
    const headers = new Headers(page.headers);
    headers.delete("content-length");
    const text = (await page.text()).replace('id="as-of" hidden', 'id="as-of"');
    return new Response(text, { status: 200, headers });
  }
  return (await (await caches.open(fileCache)).match(offlinePage)) ?? Response.error();
}

/** Whether a response shows that the browser is signed out; an error of a proxy does not. */
function isSignedOut(response) {
  const type = response.headers.get("content-type") ?? "";
  const isOffline = new URL(response.url).pathname === offlinePage;
  return (
    response.status === 401 ||
    (response.ok &&
      !isOffline &&
      type.startsWith("text/html") &&
      !response.headers.get(keyField))
  );
}

/** Keeps a page, or forgets all pages of a session that has ended. */
function keepOrForget(event, response) {
  if (isSignedOut(response)) event.waitUntil(forgetPages(null));
  else if (event.request.method === "GET" && response.headers.get(keyField)) {
    // Only a page is copied: a copy of a download would be in memory as a whole.
    if (isPage(response)) event.waitUntil(keepPage(event.request, response.clone()));
  }
}

/** Answers a request for a page: from the network, else what was seen last. */
async function answerPage(event) {
  const { request } = event;
  let response;
  try {
    response = await fetch(request);
  } catch {
    // The kept copy of the address is not the answer to a form: the offline page is shown.
    return keptPage(request.method === "GET" ? request.url : location.origin + "/?unsent");
  }
  if (response.type === "opaqueredirect") return response;
  keepOrForget(event, response);
  return response;
}

/** Answers the request of a page for its own newest state, from the network only. */
async function answerUpdate(event) {
  const response = await fetch(event.request);
  if (!response.redirected) keepOrForget(event, response);
  return response;
}

/** Answers a request for a style sheet, script or picture, whose address names its content. */
async function answerFile(event) {
  const cache = await caches.open(fileCache);
  const kept = await cache.match(event.request);
  if (kept) return kept;
  const response = await fetch(event.request);
  if (response.ok && response.headers.get("cache-control")?.includes("immutable")) {
    const copy = response.clone();
    event.waitUntil(cache.put(event.request, copy).then(() => trim(cache, maximumFiles)));
  }
  return response;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.mode === "navigate") {
    if (request.method === "POST" && url.pathname === "/account/sign-out") {
      event.waitUntil(forgetPages(null));
    }
    event.respondWith(answerPage(event));
  } else if (request.method !== "GET") {
    return;
  } else if (url.pathname.startsWith("/assets/")) {
    event.respondWith(answerFile(event));
  } else if (request.headers.get("accept") === "text/html") {
    // The open page refetches itself after each change, so its kept copy is current.
    event.respondWith(answerUpdate(event));
  }
});

// The page that is open was loaded before the worker, and it is changed while it is open.
self.addEventListener("message", (event) => {
  if (event.data?.kind !== "seen") return;
  event.waitUntil(
    (async () => {
      const request = new Request(event.data.url);
      if (new URL(request.url).origin !== location.origin) return;
      await keepPage(request, await fetch(request, { headers: { accept: "text/html" } }));
    })().catch(() => {}),
  );
});
