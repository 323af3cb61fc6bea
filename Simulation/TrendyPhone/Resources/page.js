// The page around the phones: shows the state of the world and sends commands.
import { connect } from "./screen.js";
import { PhoneMap } from "./map.js";

const kinds = [["steps", "Steps", 1200], ["energy", "Active energy, kcal", 85], ["heartRate", "Heart rate", 72],
    ["water", "Water, ml", 250], ["weight", "Weight, kg", 71.5], ["mindfulness", "Mindfulness, min", 10],
    ["sleep", "Sleep ending now, h", 7.5], ["run", "Run ending now, min", 30]];
const access = ["all", "steps", "energy", "heartRate", "sleep", "workouts", "water", "mindfulness", "weight"];
const names = { notRunning: "does not run", suspended: "is suspended", background: "runs in the background",
    foreground: "is open" };

// The words of iOS, which follow the phone's language.
const prompts = {
    en: { first: "Allow “Trendy” to use your location?", once: "Allow Once", whileUsing: "Allow While Using App",
        deny: "Don’t Allow", always: "Allow “Trendy” to also use your location when you are not using the app?",
        keep: "Keep Only While Using", change: "Change to Always Allow", open: "Open Trendy", unlock: "Unlock",
        notifications: "“Trendy” would like to send you notifications", allow: "Allow", refuse: "Don’t Allow",
        labels: { first: "Location access", always: "Location access", notifications: "Notifications" },
        health: "“Trendy” would like to access your health data", all: "Turn On All" },
    de: { first: "Darf „Trendy“ deinen Standort verwenden?", once: "Einmal erlauben",
        whileUsing: "Beim Verwenden der App erlauben", deny: "Nicht erlauben",
        always: "Darf „Trendy“ deinen Standort auch verwenden, wenn du die App nicht benutzt?",
        keep: "Nur beim Verwenden beibehalten", change: "In „Immer erlauben“ ändern", open: "Trendy öffnen", unlock: "Entsperren",
        notifications: "„Trendy“ möchte dir Mitteilungen senden", allow: "Erlauben", refuse: "Nicht erlauben",
        labels: { first: "Standortzugriff", always: "Standortzugriff", notifications: "Mitteilungen" },
        health: "„Trendy“ möchte auf deine Gesundheitsdaten zugreifen", all: "Alle aktivieren" },
};
const locations = { notDetermined: "not asked yet", restricted: "restricted", denied: "never", whenInUse: "while using",
    always: "always" };

/** How long a banner is shown, in milliseconds. */
const bannerTime = 5_000;

const message = document.querySelector("#message");
const phones = [];

async function send(command) {
    message.textContent = "";
    try {
        const answer = await fetch("commands", { method: "POST", body: JSON.stringify(command),
            headers: { "content-type": "application/json" } });
        if (!answer.ok) message.textContent = (await answer.json().catch(() => ({}))).message ?? "That did not work.";
    } catch { message.textContent = "The program has ended. Start it again with make phone."; }
}

function option(value, text) { return new Option(text, value); }

class PhonePanel {
    constructor(index) {
        this.index = index;
        this.seen = new Map();
        const section = document.querySelector("#phone").content.cloneNode(true).firstElementChild;
        this.section = section;
        this.find = (selector) => section.querySelector(selector);
        this.find("h2").textContent = `Phone ${index + 1}`;
        this.screen = this.find(".screen");
        this.send = (action, values = {}) => send({ action, phone: index, ...values });
        for (const button of section.querySelectorAll("button[data-action]"))
            button.addEventListener("click", () => {
                if (button.dataset.action === "open" && this.state?.isLocked) {
                    message.textContent = "The phone is locked. Unlock it first.";
                    return;
                }
                const isOn = button.dataset.flips && this.state?.[button.dataset.flips];
                this.send(isOn ? button.dataset.off : button.dataset.action, { text: button.dataset.text });
            });
        for (const box of section.querySelectorAll("input[data-action]"))
            box.addEventListener("change", () => this.send(box.dataset.action, { flag: box.checked }));
        for (const select of section.querySelectorAll("select[data-action]"))
            select.addEventListener("change", () => this.send(select.dataset.action, { text: select.value }));
        this.prepareHealth();
        this.prepareSheet();
        this.map = new PhoneMap(this.find(".map"), (coordinate, isAtOnce) => this.send(isAtOnce ? "place" : "walk",
            { ...coordinate, number: Number(this.find(".pace").value) }));
        this.find(".gpx").addEventListener("change", async (event) => {
            const file = event.target.files[0];
            if (file) this.send("track", { text: await file.text() });
            event.target.value = "";
        });
        document.querySelector("#phones").append(section);
        connect(this.screen, { stream: `phones/${index}/screen`, actions: `phones/${index}/act` });
    }

    prepareHealth() {
        const form = this.find(".health");
        form.kind.append(...kinds.map(([id, name]) => option(id, name)));
        const suggest = () => { form.amount.value = kinds.find(([id]) => id === form.kind.value)[2]; };
        form.kind.addEventListener("change", suggest);
        suggest();
        form.addEventListener("submit", (event) => {
            event.preventDefault();
            this.send("addHealth", { target: form.kind.value, number: Number(form.amount.value) });
        });
        this.find(".access").append(...access.map((id) => option(id, id)));
        for (const [name, flag] of [[".revoke", false], [".grant", true]])
            this.find(name).addEventListener("click", () =>
                this.send("healthAccess", { text: this.find(".access").value, flag }));
    }

    update(state, date) {
        this.state = state;
        this.find(".time").textContent = new Date(date).toLocaleTimeString(state.language === "de" ? "de" : "en-GB", { hour: "2-digit", minute: "2-digit",
            timeZone: state.timeZone });
        this.find(".signal").textContent = { wiFi: "Wi-Fi", cellular: "5G", slow: "Edge", none: "✈" }[state.network];
        const isHidden = state.isLocked || state.process !== "foreground";
        this.find(".home").hidden = !isHidden;
        const prompt = state.locationPrompt ?? (state.asksAboutNotifications ? "notifications" : undefined);
        const words = prompts[state.language] ?? prompts.en;
        this.screen.toggleAttribute("inert", isHidden || Boolean(prompt) || state.healthQuestion.length > 0);
        this.find(".lock-text").textContent = state.isLocked ? "Locked" : `Trendy ${names[state.process] ?? state.process}.`;
        this.ask(prompt, words);
        this.askHealth(state.healthQuestion, words);
        if (state.settingsOpenings > (this.settingsOpenings ?? state.settingsOpenings)) this.openSettings();
        this.settingsOpenings = state.settingsOpenings;
        this.find("[data-flips]").textContent = state.isLocked ? "Unlock" : "Lock";
        for (const control of this.section.querySelectorAll("[data-state]")) {
            const value = state[control.dataset.state];
            if (control === document.activeElement) continue;
            if (control.type === "checkbox") control.checked = value; else control.value = value;
        }
        // A banner over the app disappears by itself.
        const isNew = ({ id }) => {
            if (!this.seen.has(id)) this.seen.set(id, Date.now());
            return Date.now() - this.seen.get(id) < bannerTime;
        };
        const shown = state.notifications.filter((item) => isNew(item) || isHidden);
        this.list(isHidden ? ".notifications" : ".banners", shown.slice(-3), (item, row) => {
            const text = document.createElement("span");
            const title = document.createElement("b");
            title.textContent = item.title;
            text.append(title, document.createElement("br"), item.body);
            row.append(text, this.button("×", `Dismiss ${item.title}`, () => this.send("notification", { target: item.id })));
        });
        this.list(isHidden ? ".banners" : ".notifications", [], () => {});
        this.list(".samples", state.samples, (sample, row) => row.append(sample.text,
            this.button("Delete", `Delete ${sample.text}`, () => this.send("deleteHealth", { target: sample.id }))));
        this.map.update(state);
        this.facts({ App: names[state.process] ?? state.process, Pending: state.pending, Failed: state.failed,
            Conflicts: state.conflicts, "Observer calls": state.observers, "Regions watched": state.regions.length,
            Location: locations[state.location] ?? state.location });
        const log = this.find(".log");
        const text = state.log.join("\n");
        if (log.textContent !== text) { log.textContent = text; log.scrollTop = log.scrollHeight; }
    }

    /** Shows a question of iOS over the app: "first", "always", "notifications", or nothing. */
    ask(prompt, words) {
        this.find(".prompt").hidden = !prompt;
        this.find(".prompt").setAttribute("aria-label", words.labels[prompt] ?? "");
        this.find(".prompt b").textContent = prompt ? words[prompt] : "";
        for (const button of this.section.querySelectorAll("[data-prompt]")) {
            button.hidden = button.dataset.prompt !== prompt;
            const { text } = button.dataset;
            button.textContent = text === "always" ? words.change : words[text];
        }
        const action = this.state.isLocked ? "unlock" : "open";
        Object.assign(this.find(".home button"), { textContent: words[action] }).dataset.action = action;
    }

    /** Shows the sheet of Apple Health with a switch for each kind; nothing without kinds. */
    askHealth(kinds, words) {
        const sheet = this.find(".sheet");
        sheet.hidden = kinds.length === 0;
        sheet.setAttribute("aria-label", words.health);
        for (const [selector, text] of [["b", words.health], [".all", words.all], [".refuse", words.refuse],
            [".allow", words.allow]]) sheet.querySelector(selector).textContent = text;
        this.list(".sheet ul", kinds, ({ id, title }, row) => {
            const [label, box] = [document.createElement("label"), document.createElement("input")];
            Object.assign(box, { type: "checkbox", value: id });
            label.append(title, box);
            row.append(label);
        });
    }

    prepareSheet() {
        const sheet = this.find(".sheet");
        const boxes = () => [...sheet.querySelectorAll("input")];
        sheet.querySelector(".all").addEventListener("click", () => { for (const box of boxes()) box.checked = true; });
        sheet.querySelector(".refuse").addEventListener("click", () => this.send("healthAnswer", { text: "" }));
        sheet.addEventListener("submit", (event) => {
            event.preventDefault();
            const allowed = boxes().filter((box) => box.checked).map((box) => box.value);
            this.send("healthAnswer", { text: allowed.join(",") });
        });
    }

    /** Shows the permissions when the app opens the Settings app. */
    openSettings() {
        const settings = this.find(".permissions");
        settings.open = true;
        settings.scrollIntoView({ block: "nearest" });
        settings.querySelector("select").focus();
    }

    button(text, label, action) {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = text;
        button.setAttribute("aria-label", label);
        button.addEventListener("click", action);
        return button;
    }

    list(selector, items, fill) {
        const list = this.find(selector);
        const key = JSON.stringify(items);
        if (list.dataset.key === key) return;
        list.dataset.key = key;
        list.replaceChildren(...items.map((item) => {
            const row = document.createElement("li");
            fill(item, row);
            return row;
        }));
    }

    facts(values) {
        const list = this.find(".engine");
        list.replaceChildren(...Object.entries(values).flatMap(([name, value]) => {
            const [term, detail] = [document.createElement("dt"), document.createElement("dd")];
            [term.textContent, detail.textContent] = [name, value];
            return [term, detail];
        }));
    }
}

for (const button of document.querySelectorAll("[data-world]"))
    button.addEventListener("click", () => send({ action: button.dataset.world, number: Number(button.dataset.number) || undefined }));
const speed = document.querySelector("#speed");
speed.addEventListener("change", () => send({ action: "speed", number: Number(speed.value) }));
const server = document.querySelector("#server");
server.addEventListener("change", () => send({ action: "server", flag: server.checked }));

new EventSource("world").addEventListener("world", (event) => {
    const state = JSON.parse(event.data);
    while (phones.length < state.phones.length) phones.push(new PhonePanel(phones.length));
    document.querySelector("#clock").textContent = new Date(state.date).toLocaleString([], { weekday: "short",
        day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", second: "2-digit",
        timeZone: state.phones[0]?.timeZone });
    if (speed !== document.activeElement && speed.querySelector(`[value="${state.speed}"]`)) speed.value = state.speed;
    if (server !== document.activeElement) server.checked = state.isServerUp;
    state.phones.forEach((phone, index) => phones[index].update(phone, state.date));
});
