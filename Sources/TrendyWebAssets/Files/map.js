// Moves and zooms the map with pointer, wheel and pinch, and chooses the centre of a place. The
// drawing itself comes from the server: here it is only shifted until the new one has arrived.

const worldUnits = 256;
const maximumLatitude = 85.05112878;
const circumference = 2 * Math.PI * 6378137;

const limited = (value, low, high) => Math.min(high, Math.max(low, value));
const worldY = (latitude) => {
  const radians = (limited(latitude, -maximumLatitude, maximumLatitude) * Math.PI) / 180;
  return 0.5 - Math.log(Math.tan(Math.PI / 4 + radians / 2)) / (2 * Math.PI);
};
const latitudeOf = (y) =>
  ((2 * Math.atan(Math.exp((0.5 - limited(y, 0, 1)) * 2 * Math.PI)) - Math.PI / 2) * 180) / Math.PI;
const wrapped = (degrees) => ((((degrees + 180) % 360) + 360) % 360) - 180;

/** The part of the earth that a figure shows now. */
function viewOf(figure) {
  const box = figure.querySelector("svg").viewBox.baseVal;
  return {
    latitude: Number(figure.dataset.lat),
    longitude: Number(figure.dataset.lon),
    zoom: Number(figure.dataset.zoom),
    width: box.width,
    height: box.height,
  };
}

const worldOf = (view) => worldUnits * 2 ** view.zoom;

/** The position of a point of the drawing. */
function positionOf(view, x, y) {
  const world = worldOf(view);
  return {
    latitude: latitudeOf(worldY(view.latitude) + (y - view.height / 2) / world),
    longitude: wrapped(view.longitude + ((x - view.width / 2) / world) * 360),
  };
}

/** The point of the drawing of a position. */
function pointOf(view, latitude, longitude) {
  const world = worldOf(view);
  return {
    x: view.width / 2 + (wrapped(longitude - view.longitude) / 360) * world,
    y: view.height / 2 + (worldY(latitude) - worldY(view.latitude)) * world,
  };
}

/** The point of the drawing under a pointer. */
function drawn(figure, event) {
  const svg = figure.querySelector("svg");
  const box = svg.getBoundingClientRect();
  const scale = svg.viewBox.baseVal.width / box.width;
  return { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale };
}

const text = (degrees) => String(Number(degrees.toFixed(6)));

/** The name of a view, from its fields in an address or in the data of a figure. */
const nameOf = ({ lat, lon, zoom }) => [lat, lon, zoom].map(Number).join(" ");

/** The fields of a view in an address. */
const fieldsOf = (center, zoom) => ({
  lat: text(center.latitude),
  lon: text(center.longitude),
  zoom: String(Number(limited(zoom, 1, 19).toFixed(2))),
});

/** Shows another part of the earth: the server draws it, and the address names it. */
function show(fields) {
  const address = new URL(location.href);
  for (const [name, value] of Object.entries(fields)) address.searchParams.set(name, value);
  history.replaceState(null, "", address);
  document.dispatchEvent(new CustomEvent("trendy:refresh"));
}

/** Draws the circle of the form's place where its fields say. */
function drawEdited(figure) {
  const form = document.getElementById("place-form");
  if (!form || figure.dataset.map !== "pick") return;
  const number = (name) => Number.parseFloat(form.elements[name].value.replace(",", "."));
  const [latitude, longitude, radius] = ["latitude", "longitude", "radius"].map(number);
  if (![latitude, longitude].every(Number.isFinite)) return;
  const svg = figure.querySelector("svg");
  let group = svg.querySelector("[data-edited]");
  if (!group) {
    group = document.createElementNS(svg.namespaceURI, "g");
    group.dataset.edited = "";
    for (const name of ["edited", "edited-center"]) {
      const circle = document.createElementNS(svg.namespaceURI, "circle");
      circle.setAttribute("class", name);
      group.append(circle);
    }
    svg.querySelector("[data-layer]").append(group);
  }
  const view = viewOf(figure);
  const { x, y } = pointOf(view, latitude, longitude);
  const units = worldOf(view) / (circumference * Math.cos((latitude * Math.PI) / 180));
  const sizes = [Number.isFinite(radius) ? Math.max(4, radius * units) : 4, 4];
  [...group.children].forEach((circle, index) => {
    circle.setAttribute("cx", x);
    circle.setAttribute("cy", y);
    circle.setAttribute("r", sizes[index]);
  });
}

/** Enters the position of a point of the drawing that a person chose. */
function pick(figure, point) {
  const form = document.getElementById("place-form");
  if (!form) return;
  const position = positionOf(viewOf(figure), point.x, point.y);
  form.elements.latitude.value = text(position.latitude);
  form.elements.longitude.value = text(position.longitude);
  form.dataset.dirty = "true";
  drawEdited(figure);
}

function install(figure) {
  const layer = () => figure.querySelector("[data-layer]");
  const pointers = new Map();
  // What the layer is shifted by since the server drew it: a point p is at p * scale + (x, y).
  let shift = { scale: 1, x: 0, y: 0 };
  let moved = false;
  let timer = 0;
  // The view that is drawn, and the shifts whose drawings were requested since, oldest first, by
  // the names of their views. An answer may be that of an older request, or never come.
  let shown = nameOf(figure.dataset);
  let asked = new Map();

  const apply = () =>
    layer().setAttribute("transform", `translate(${shift.x} ${shift.y}) scale(${shift.scale})`);
  /** Forgets all shifts, so that the next drawing is shown as it is. */
  const reset = () => {
    clearTimeout(timer);
    asked = new Map();
    shift = { scale: 1, x: 0, y: 0 };
  };
  /** Changes the shifts so that the new drawing lies where the old one was shifted to. */
  const rebase = () => {
    const name = nameOf(figure.dataset);
    if (name === shown) return;
    shown = name;
    const base = asked.get(name);
    if (!base) return reset();
    const rebased = (old) => {
      const scale = old.scale / base.scale;
      return { scale, x: old.x - scale * base.x, y: old.y - scale * base.y };
    };
    shift = rebased(shift);
    // Requests are answered in order, so that those before this one are not answered any more.
    const entries = [...asked];
    const next = entries.findIndex(([other]) => other === name) + 1;
    asked = new Map(entries.slice(next).map(([other, old]) => [other, rebased(old)]));
  };
  const zoomAround = (point, factor) => {
    const view = viewOf(figure);
    const wanted = limited(view.zoom + Math.log2(shift.scale * factor), 1, 19);
    const scale = 2 ** (wanted - view.zoom);
    const ratio = scale / shift.scale;
    shift = {
      scale,
      x: point.x - (point.x - shift.x) * ratio,
      y: point.y - (point.y - shift.y) * ratio,
    };
    apply();
  };
  /** Asks for the drawing of what is seen now; until it has come, the old one stays shifted. */
  const commit = () => {
    clearTimeout(timer);
    const view = viewOf(figure);
    const x = (view.width / 2 - shift.x) / shift.scale;
    const y = (view.height / 2 - shift.y) / shift.scale;
    const center = positionOf(view, x, y);
    const fields = fieldsOf(center, view.zoom + Math.log2(shift.scale));
    const name = nameOf(fields);
    asked.delete(name);
    asked.set(name, { ...shift });
    show(fields);
  };
  const middle = () => {
    const points = [...pointers.values()];
    const sum = points.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }));
    return { x: sum.x / points.length, y: sum.y / points.length };
  };
  const spread = () => {
    const [a, b] = [...pointers.values()];
    return b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  };

  const end = (event) => {
    if (!pointers.delete(event.pointerId) || pointers.size > 0) return;
    figure.classList.remove("moving");
    if (moved) commit();
    else if (event.type === "pointerup" && figure.dataset.map === "pick") {
      const { x, y } = drawn(figure, event);
      pick(figure, { x: (x - shift.x) / shift.scale, y: (y - shift.y) / shift.scale });
    }
  };

  const svg = figure.querySelector("svg");
  svg.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    if (pointers.size === 0) moved = false;
    pointers.set(event.pointerId, drawn(figure, event));
  });
  svg.addEventListener("pointermove", (event) => {
    if (!pointers.has(event.pointerId)) return;
    // A button that was released outside the map is not reported.
    if (event.buttons === 0) return end(event);
    const [before, distance] = [middle(), spread()];
    const start = pointers.get(event.pointerId);
    const point = drawn(figure, event);
    if (!moved && Math.hypot(point.x - start.x, point.y - start.y) < 4) return;
    if (!moved) svg.setPointerCapture(event.pointerId);
    moved = true;
    figure.classList.add("moving");
    pointers.set(event.pointerId, point);
    const after = middle();
    shift = { ...shift, x: shift.x + after.x - before.x, y: shift.y + after.y - before.y };
    if (pointers.size === 2 && distance > 0) zoomAround(after, spread() / distance);
    apply();
  });
  svg.addEventListener("pointerup", end);
  svg.addEventListener("pointercancel", end);
  // A drag that ends on a link does not follow it, and one that begins there does not drag it.
  svg.addEventListener("dragstart", (event) => event.preventDefault());
  svg.addEventListener(
    "click",
    (event) => {
      if (!moved && figure.dataset.map !== "pick") return;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
  svg.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const lines = event.deltaMode === 1 ? 16 : 1;
      zoomAround(drawn(figure, event), 2 ** limited((-event.deltaY * lines) / 200, -1, 1));
      clearTimeout(timer);
      timer = setTimeout(commit, 200);
    },
    { passive: false },
  );
  // The links that move and zoom keep the page, and with it the fields of a form.
  figure.addEventListener("click", (event) => {
    const link = event.target.closest?.(".map-zoom a, .map-pan a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    reset();
    apply();
    history.replaceState(null, "", link.href);
    document.dispatchEvent(new CustomEvent("trendy:refresh"));
  });
  document.addEventListener("trendy:updated", () => {
    rebase();
    // The new drawing has no shift.
    apply();
    drawEdited(figure);
  });
  document.getElementById("place-form")?.addEventListener("input", () => drawEdited(figure));
}

const figure = document.querySelector("figure[data-map]");
if (figure) {
  install(figure);
  for (const button of document.querySelectorAll(".place-preview")) button.hidden = true;
}
