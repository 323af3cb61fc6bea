import SimulatedSwiftUI
import SwiftUI
import Testing

@Suite("Screens as HTML")
@MainActor
struct HTMLTests {
    private func html(_ view: some View) -> String {
        HTMLRenderer().html(of: ViewHost(view).screen)
    }

    @Test(
        "What a person entered is text, in content and in attributes",
        arguments: [
            "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onclick='x", "&lt;",
        ]
    )
    func escaping(_ text: String) {
        let page = html(
            VStack {
                Text(verbatim: text)
                Image(systemName: "heart").accessibilityLabel(Text(verbatim: text))
                TextField("Name", text: .constant(text))
                Button(text) {}.accessibilityHint(Text(verbatim: text))
            }
        )

        for part in ["<script", "<img", "onclick='"] { #expect(!page.contains(part)) }
        #expect(!page.contains(text))
    }

    @Test("Control characters, which HTML does not allow, are replaced")
    func controlCharacters() {
        #expect(html(Text(verbatim: "a\u{0}b\u{1B}c")).contains("a\u{FFFD}b\u{FFFD}c"))
    }

    @Test("An element keeps its id while its view stays, so that a page can change it in place")
    func ids() throws {
        struct Counter: View {
            @State private var count = 0
            var body: some View {
                Text(verbatim: "\(count)")
                Button("Add") { count += 1 }
            }
        }
        let host = ViewHost(Counter())
        let renderer = HTMLRenderer(prefix: "p0-")
        let ids = { renderer.html(of: host.screen).matches(of: /id="(p0-n[^"]*)"/).map(\.1) }
        let before = ids()

        try host.tap("Add")

        #expect(ids() == before)
        #expect(before.count >= 2 && Set(before).count == before.count)
        #expect(renderer.html(of: host.screen).contains(">1</span>"))
    }

    @Test("Each control is an input with its name, and a disabled one cannot be used")
    func controls() {
        let page = html(
            Form {
                Toggle("Notify", isOn: .constant(true))
                TextField("Note", text: .constant("milk")).disabled(true)
                SecureField("Password", text: .constant("secret"))
                Slider(value: .constant(3), in: 1...5) { Text("Radius") }
                Picker("Type", selection: .constant(1)) {
                    Text("Coffee").tag(1)
                    Text("Tea").tag(2)
                }
            }
        )

        #expect(page.contains(/<input[^>]*role="switch"[^>]*checked[^>]*aria-label="Notify"/))
        #expect(page.contains(/<input[^>]*value="milk"[^>]*aria-label="Note"[^>]*disabled/))
        #expect(page.contains(/<input[^>]*type="password"/))
        #expect(!page.contains("secret"))
        #expect(page.contains(/<input[^>]*type="range"[^>]*min="1"[^>]*max="5"/))
        #expect(page.contains(/<option[^>]*selected[^>]*>Coffee<\/option>/))
    }

    @Test("A page reports an action by the element's id; one that is gone is refused")
    func actions() throws {
        struct Once: View {
            @State private var isDone = false
            var body: some View {
                if isDone { Text("Done") } else { Button("Do") { isDone = true } }
            }
        }
        let host = ViewHost(Once())
        let button = try #require(host.screen.elements(role: .button).first)

        #expect(!host.perform("change", .flag(true), onElement: button.id))
        #expect(host.perform("activate", .none, onElement: button.id))
        #expect(host.screen.contains("Done"))
        #expect(!host.perform("activate", .none, onElement: button.id))
    }

    @Test("A page selects a choice of a picker by the value of its option")
    func choices() throws {
        struct Choice: View {
            @State private var number = 1
            var body: some View {
                Picker("Type", selection: $number) {
                    Text("Coffee").tag(1)
                    Text("Tea").tag(2)
                }
                Text(verbatim: "chosen \(number)")
            }
        }
        let host = ViewHost(Choice())
        let picker = try #require(host.screen.elements(role: .picker).first)

        #expect(host.perform("change", .text("1"), onElement: picker.id))
        #expect(host.screen.contains("chosen 2"))
    }

    @Test("A padding outside of a background needs a box of its own, one inside does not")
    func boxes() {
        let inside = html(Text("a").padding(4).background(.red))
        let outside = html(Text("a").background(.red).padding(4))

        #expect(!inside.contains("class=\"box\""))
        #expect(outside.contains("class=\"box\""))
    }

    @Test("A shape with a label is drawn and read; without one it is hidden from both readings")
    func shapes() {
        let labelled = html(
            Circle().fill(.green).accessibilityElement().accessibilityLabel(Text("Open"))
        )

        #expect(labelled.contains("role=\"img\"") && labelled.contains("aria-label=\"Open\""))
        #expect(labelled.contains("background:var(--green)"))
        #expect(html(Circle().fill(.green)).contains("aria-hidden=\"true\""))
    }
}
