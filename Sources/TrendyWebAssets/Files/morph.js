// Changes an element in place until it equals another one. Elements with an id or a data-key keep
// their identity, and with it focus, selection and scroll position.

/** The identity of a node among its siblings. */
function key(node) {
  return node.nodeType === Node.ELEMENT_NODE ? node.dataset?.key || node.id || null : null;
}

/** Whether a node can become another one. */
function matches(from, to) {
  return from.nodeType === to.nodeType && from.nodeName === to.nodeName && key(from) === key(to);
}

/** Makes the attributes of an element equal to those of another one. */
function morphAttributes(from, to) {
  for (const { name } of [...from.attributes]) {
    if (!to.hasAttribute(name)) from.removeAttribute(name);
  }
  for (const { name, value } of [...to.attributes]) {
    if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  }
}

/** Whether a person is using the element, so that it must stay as it is. */
function isInUse(element) {
  if (element.matches("details")) return false;
  const active = document.activeElement;
  return element === active && element.matches("input, textarea, select");
}

/** Whether the focus is in a field of the form. */
function isFilledIn(form) {
  const active = document.activeElement;
  return form.contains(active) && active.matches("input, textarea, select");
}

/** Makes an element equal to another one. */
export function morph(from, to) {
  if (from.nodeType !== Node.ELEMENT_NODE) {
    if (from.nodeValue !== to.nodeValue) from.nodeValue = to.nodeValue;
    return;
  }
  // A form that a person fills in keeps what was entered, and with it the hashes of the values it
  // was opened with.
  if (from.matches("form") && (from.dataset.dirty || isFilledIn(from))) return;
  if (isInUse(from)) return;
  if (from.matches("details") && from.open !== to.hasAttribute("open")) {
    to.toggleAttribute("open", from.open);
  }
  morphAttributes(from, to);
  morphChildren(from, to);
}

function morphChildren(from, to) {
  const keyed = new Map();
  for (const child of from.childNodes) if (key(child)) keyed.set(key(child), child);
  let position = from.firstChild;
  for (const wanted of [...to.childNodes]) {
    const found = key(wanted) ? keyed.get(key(wanted)) : position;
    if (found && matches(found, wanted) && (key(wanted) || !key(found))) {
      if (found === position) position = position.nextSibling;
      else from.insertBefore(found, position);
      morph(found, wanted);
      keyed.delete(key(wanted));
    } else {
      from.insertBefore(wanted, position);
    }
  }
  while (position) {
    const next = position.nextSibling;
    position.remove();
    position = next;
  }
}
