// Uploads a file in pieces, so that an upload that is cut off goes on where it ended, and shows how
// far it and the imports are. Without this script the form sends the file as a whole.
import { morph } from "./morph.js";

const pieceBytes = 4 * 1024 * 1024;
const longestWait = 15_000;
const pollTime = 1000;

const form = () => document.getElementById("upload");
const sleep = (time) => new Promise((resolve) => setTimeout(resolve, time));

/** An answer after which the upload cannot go on; the message is for the person. */
class Refused extends Error {}

/** Asks the server, and returns its answer; a failure of the network is an error. */
async function ask(path, options = {}) {
  const response = await fetch(path, { ...options, headers: { accept: "application/json" } });
  if (response.redirected || response.status === 401) {
    location.reload();
    throw new Refused("");
  }
  const isJSON = response.headers.get("content-type")?.startsWith("application/json");
  if (response.status >= 500 && response.status !== 507) throw new Error("busy");
  if (!isJSON) throw new Refused(form()?.dataset.failed ?? "");
  const answer = await response.json();
  if (answer.error) throw new Refused(answer.error);
  return answer;
}

function path(parts, values) {
  return `/transfer/uploads${parts}?${new URLSearchParams(values)}`;
}

/** Shows a sentence and the progress of the upload. */
function show(text, percent) {
  const status = document.getElementById("upload-status");
  const progress = document.getElementById("upload-progress");
  if (status) status.textContent = text.replace("{percent}", String(percent ?? 0));
  if (!progress) return;
  progress.hidden = percent === undefined;
  progress.value = percent ?? 0;
}

/** Sends the pieces from the first missing byte on until the server has all. */
async function send(file, upload, token) {
  const { sending, retrying } = form().dataset;
  const percent = () => Math.floor((upload.received / file.size) * 100);
  let wait = 1000;
  while (upload.isUploading) {
    show(sending, percent());
    // A file that was changed or moved cannot be read, which ends the upload. `fetch` would
    // report that as a failure of the network, which is retried.
    const piece = await file.slice(upload.received, upload.received + pieceBytes).arrayBuffer();
    try {
      upload = await ask(path(`/${upload.id}`, { csrf: token, offset: upload.received }), {
        method: "POST",
        body: piece,
      });
      wait = 1000;
    } catch (error) {
      if (error instanceof Refused) throw error;
      show(retrying, percent());
      await sleep(wait);
      wait = Math.min(wait * 2, longestWait);
      upload = await ask(path(`/${upload.id}`, {})).catch((error) => {
        if (error instanceof Refused) throw error;
        return upload;
      });
    }
  }
  return upload;
}

/** Uploads the chosen file. */
async function start(file) {
  const { token, starting, complete, failed, empty } = form().dataset;
  if (!file) return show(empty);
  const button = form().querySelector("button[type=submit]");
  button.disabled = true;
  form().dataset.dirty = "true";
  show(starting, 0);
  try {
    const upload = await ask(
      path("", {
        csrf: token,
        name: file.name,
        size: file.size,
        fingerprint: `${file.name}\n${file.size}\n${file.lastModified}`,
      }),
      { method: "POST" },
    );
    if (upload.isRepeated) {
      location.assign(`/transfer?${new URLSearchParams({ repeated: upload.id })}`);
      return;
    }
    await send(file, upload, token);
    form().reset();
    show(complete);
  } catch (error) {
    show(error instanceof Refused && error.message ? error.message : failed);
  } finally {
    button.disabled = false;
    delete form().dataset.dirty;
    await refresh();
  }
}

/** Shows how far the imports are. */
async function refresh() {
  try {
    const response = await fetch(location.href, { headers: { accept: "text/html" } });
    if (!response.ok || response.redirected) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const [list, fresh] = [document, page].map((part) => part.getElementById("imports"));
    if (list && fresh) morph(list, fresh);
  } catch {
    // Offline: the next round asks again.
  }
}

async function poll() {
  for (;;) {
    await sleep(pollTime);
    const isSending = form()?.dataset.dirty && form().querySelector("button:disabled");
    const isChanging = document.querySelector("#imports[data-changing]");
    if ((isChanging || isSending) && !document.hidden) await refresh();
  }
}

document.addEventListener("submit", (event) => {
  if (event.target.id !== "upload") return;
  event.preventDefault();
  start(document.getElementById("file").files[0]);
});
poll();
