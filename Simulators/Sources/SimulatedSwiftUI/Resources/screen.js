// Shows a screen that a server draws: updates the page in place and sends back what a person does.

/**
 * Makes the children of one element equal to those of another. Elements keep their identity by id, so
 * that focus, scroll positions and what is being typed stay.
 * @param {Element} old
 * @param {Element} wanted
 */
export function morph(old, wanted) {
    morphAttributes(old, wanted);
    const byID = new Map();
    for (const child of old.children) if (child.id) byID.set(child.id, child);
    let place = old.firstChild;
    for (const next of [...wanted.childNodes]) {
        const known = next.nodeType === 1 && next.id ? byID.get(next.id) : null;
        let match = known ?? null;
        if (!match && place && !place.id && sameKind(place, next) && !next.id) match = place;
        if (match && sameKind(match, next)) {
            if (match !== place) old.insertBefore(match, place);
            else place = place.nextSibling;
            if (next.nodeType === 1) morph(match, next);
            else if (match.nodeValue !== next.nodeValue) match.nodeValue = next.nodeValue;
        } else {
            old.insertBefore(next, place);
            // A replaced element of the same id is removed below.
            if (known) known.removeAttribute("id");
        }
    }
    while (place) {
        const after = place.nextSibling;
        place.remove();
        place = after;
    }
}

function sameKind(left, right) {
    return left.nodeType === right.nodeType && left.nodeName === right.nodeName;
}

function morphAttributes(old, wanted) {
    for (const { name } of [...old.attributes])
        if (!wanted.hasAttribute(name) && name !== "data-entering") old.removeAttribute(name);
    for (const { name, value } of wanted.attributes)
        if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    // A field that is being typed into keeps its text: the server's answer may be older.
    if (old instanceof HTMLInputElement || old instanceof HTMLTextAreaElement) {
        if (old.type === "checkbox" || old.type === "radio") old.checked = wanted.hasAttribute("checked");
        else if (old !== document.activeElement || old.dataset.sent === old.value) {
            const value = wanted.value ?? "";
            if (old.value !== value) old.value = value;
        }
    }
    if (old instanceof HTMLDialogElement && !old.open) old.show();
}

/**
 * Connects an element to a screen of the server.
 * @param {Element} root The element that shows the screen.
 * @param {{stream: string, actions: string, onUpdate?: () => void}} options
 */
export function connect(root, { stream, actions, onUpdate }) {
    const source = new EventSource(stream);
    source.addEventListener("screen", (event) => {
        const wanted = document.createElement(root.nodeName);
        const { html, attributes } = JSON.parse(event.data);
        for (const { name, value } of root.attributes) wanted.setAttribute(name, value);
        for (const [name, value] of Object.entries(attributes ?? {})) wanted.setAttribute(name, value);
        wanted.innerHTML = html;
        for (const select of wanted.querySelectorAll("select"))
            for (const option of select.options) option.toggleAttribute("selected", option.selected);
        morph(root, wanted);
        for (const select of root.querySelectorAll("select")) {
            const selected = [...select.options].find((option) => option.hasAttribute("selected"));
            if (selected && select !== document.activeElement) select.value = selected.value;
        }
        measure(root, send);
        onUpdate?.();
    });
    let queue = Promise.resolve();
    const send = (element, name, value = null) => {
        const body = JSON.stringify({ node: element.id, name, value });
        // In order, so that a tap follows the text before it.
        queue = queue.then(() =>
            fetch(actions, { method: "POST", headers: { "content-type": "application/json" }, body })
                .catch(() => root.setAttribute("data-offline", "")));
    };
    listen(root, send);
    source.addEventListener("open", () => root.removeAttribute("data-offline"));
    source.addEventListener("error", () => root.setAttribute("data-offline", ""));
    return source;
}

function taking(target, name) {
    return target instanceof Element ? target.closest(`[data-on~="${name}"]`) : null;
}

function valueOf(field) {
    if (field.type === "checkbox") return field.checked;
    if (field.type === "range" || field.type === "number") return Number(field.value);
    return field.value;
}

/** Where an event is in an element, in its own points: a page may show it larger or smaller. */
function locate(element, event) {
    const box = element.getBoundingClientRect();
    const scale = element.offsetWidth / box.width;
    return [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
}

/** Tells each map the size that it has on the page. */
function measure(root, send) {
    for (const map of root.querySelectorAll("[data-on~='measure']")) {
        const size = [map.offsetWidth, map.offsetHeight];
        const known = map.dataset.size.split(" ");
        // Browsers round differently.
        if (size[0] && size.some((length, index) => Math.abs(length - known[index]) > 2)) send(map, "measure", size);
    }
}

/** Moves a map with the pointer, and reports the movement at its end. */
function dragMaps(root, send) {
    let drag = null;
    root.addEventListener("pointerdown", (event) => {
        const map = event.target.closest?.("button") ? null : taking(event.target, "drag");
        if (map) drag = { map, from: locate(map, event), by: [0, 0] };
    });
    root.addEventListener("pointermove", (event) => {
        if (!drag) return;
        const at = locate(drag.map, event);
        drag.by = [at[0] - drag.from[0], at[1] - drag.from[1]];
        if (Math.hypot(...drag.by) < 5) return;
        drag.map.setPointerCapture(event.pointerId);
        drag.map.querySelector(".map-layer").style.translate = `${drag.by[0]}px ${drag.by[1]}px`;
    });
    const end = (event) => {
        const ended = drag;
        drag = null;
        if (!ended || Math.hypot(...ended.by) < 5) return;
        if (event.type === "pointercancel") ended.map.querySelector(".map-layer").style.translate = "";
        else send(ended.map, "drag", ended.by);
        // The click that follows is not a tap.
        const swallow = (click) => click.stopPropagation();
        ended.map.addEventListener("click", swallow, { capture: true });
        setTimeout(() => ended.map.removeEventListener("click", swallow, { capture: true }));
    };
    root.addEventListener("pointerup", end);
    root.addEventListener("pointercancel", end);
}

function listen(root, send) {
    dragMaps(root, send);
    root.addEventListener("click", (event) => {
        const step = event.target.closest?.("[data-step]");
        const target = step?.dataset.for ? document.getElementById(step.dataset.for) : step;
        if (step && !step.disabled) return send(target, step.dataset.step);
        if (event.target.matches?.(".layer[data-on~='dismiss']")) return send(event.target, "dismiss");
        const element = taking(event.target, "activate");
        const located = taking(event.target, "tap");
        if (located && !(element && located.contains(element))) return send(located, "tap", locate(located, event));
        if (!element || element.closest("[disabled], [aria-disabled='true']")) return;
        if (element instanceof HTMLAnchorElement && element.href && !element.dataset.route) return;
        event.preventDefault();
        send(element, "activate");
    });
    root.addEventListener("input", (event) => {
        const element = taking(event.target, "change");
        if (!element || event.target.type === "radio") return;
        event.target.dataset.sent = event.target.value;
        send(element, "change", valueOf(event.target));
    });
    root.addEventListener("change", (event) => {
        const element = taking(event.target, "change");
        if (element && event.target.type === "radio") send(element, "change", event.target.value);
    });
    root.addEventListener("keydown", (event) => {
        const element = taking(event.target, "submit");
        if (event.key === "Enter" && element && event.target.nodeName !== "TEXTAREA") {
            event.preventDefault();
            send(element, "submit");
        } else if ((event.key === "Enter" || event.key === " ") && event.target.nodeName === "DIV") {
            const button = taking(event.target, "activate");
            if (button === event.target) {
                event.preventDefault();
                send(button, "activate");
            }
        } else if (event.key === "Escape") {
            const dismiss = root.querySelector("[data-on~='dismiss']");
            if (dismiss) send(dismiss, "dismiss");
        }
    });
    for (const [type, isFocused] of [["focusin", true], ["focusout", false]])
        root.addEventListener(type, (event) => {
            const element = taking(event.target, "focus");
            if (element) send(element, "focus", isFocused);
        });
    let timer = 0;
    root.addEventListener("scroll", (event) => {
        const element = taking(event.target, "scroll");
        if (!element) return;
        clearTimeout(timer);
        timer = setTimeout(() => {
            const { scrollTop, clientHeight, scrollHeight } = event.target;
            if (scrollTop + clientHeight > scrollHeight - 400) send(element, "scroll", 1);
        }, 50);
    }, true);
}
