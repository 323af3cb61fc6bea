// A map without tiles: the phone, the regions that iOS watches, and a scale.

const metersPerDegree = 111_320;
const ns = "http://www.w3.org/2000/svg";

/** Draws a map and reports clicks as coordinates. */
export class PhoneMap {
    constructor(svg, onPick) {
        this.svg = svg;
        this.metersPerPixel = 5;
        this.center = null;
        svg.addEventListener("click", (event) => {
            const box = svg.getBoundingClientRect();
            onPick(this.coordinate(event.clientX - box.left, event.clientY - box.top), event.shiftKey);
        });
        svg.addEventListener("wheel", (event) => {
            event.preventDefault();
            this.metersPerPixel = Math.min(200, Math.max(0.5, this.metersPerPixel * (event.deltaY > 0 ? 1.2 : 1 / 1.2)));
            this.draw();
        }, { passive: false });
        svg.addEventListener("keydown", (event) => {
            const steps = { ArrowUp: [100, 0], ArrowDown: [-100, 0], ArrowLeft: [0, -100], ArrowRight: [0, 100] };
            const step = steps[event.key];
            if (!step || !this.state) return;
            event.preventDefault();
            onPick(this.moved(this.state, step[0], step[1]), event.shiftKey);
        });
    }

    moved({ latitude, longitude }, north, east) {
        const scale = metersPerDegree * Math.cos(latitude * Math.PI / 180);
        return { latitude: latitude + north / metersPerDegree, longitude: longitude + east / scale };
    }

    coordinate(x, y) {
        const { clientWidth: width, clientHeight: height } = this.svg;
        return this.moved(this.center, (height / 2 - y) * this.metersPerPixel, (x - width / 2) * this.metersPerPixel);
    }

    point({ latitude, longitude }) {
        const { clientWidth: width, clientHeight: height } = this.svg;
        const scale = metersPerDegree * Math.cos(this.center.latitude * Math.PI / 180);
        return [
            width / 2 + (longitude - this.center.longitude) * scale / this.metersPerPixel,
            height / 2 - (latitude - this.center.latitude) * metersPerDegree / this.metersPerPixel,
        ];
    }

    update(state) {
        if (state.latitude === undefined || state.latitude === null) return;
        this.state = state;
        if (!this.center) this.center = { latitude: state.latitude, longitude: state.longitude };
        const [x, y] = this.point(state);
        // The map follows a person who walks out of it.
        if (x < 20 || y < 20 || x > this.svg.clientWidth - 20 || y > this.svg.clientHeight - 20)
            this.center = { latitude: state.latitude, longitude: state.longitude };
        this.draw();
    }

    draw() {
        if (!this.state) return;
        const parts = [];
        const add = (name, attributes, text) => {
            const element = document.createElementNS(ns, name);
            for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
            if (text) element.textContent = text;
            parts.push(element);
        };
        const { clientWidth: width, clientHeight: height } = this.svg;
        for (let x = 0; x < width; x += 40) add("line", { class: "grid", x1: x, x2: x, y1: 0, y2: height });
        for (let y = 0; y < height; y += 40) add("line", { class: "grid", y1: y, y2: y, x1: 0, x2: width });
        for (const region of this.state.regions) {
            const [cx, cy] = this.point(region);
            add("circle", { class: "region", cx, cy, r: Math.max(2, region.radius / this.metersPerPixel) });
        }
        const [cx, cy] = this.point(this.state);
        add("circle", { class: "me", cx, cy, r: 6, "stroke-width": 2 });
        add("text", { x: 6, y: height - 6 }, `40 px = ${Math.round(40 * this.metersPerPixel)} m`);
        this.svg.replaceChildren(...parts);
    }
}
