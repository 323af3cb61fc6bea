// The service worker; it keeps nothing yet.
self.addEventListener("install", () => self.skipWaiting());
