import SimulatedSwiftUI
import SwiftUI
import Testing

@MainActor
@Suite("Bindings")
struct BindingTests {
    private struct Item: Identifiable {
        let id: Int
        var title: String
    }

    private struct Settings {
        var isOn = false
        var items = [Item(id: 1, title: "one"), Item(id: 2, title: "two")]
        var note: String?
    }

    private struct Root: View {
        @State private var settings = Settings()

        var body: some View {
            Button(settings.isOn ? "on" : "off") { $settings.isOn.wrappedValue.toggle() }
            ForEach($settings.items) { ItemView(item: $0) }
            if let note = Binding($settings.note) {
                Button("clear \(note.wrappedValue)") {
                    note.wrappedValue = "changed"
                    settings.note = nil
                }
            } else {
                Button("add") { settings.note = "note" }
            }
            Button("remove") { settings.items.removeFirst() }
        }
    }

    private struct ItemView: View {
        @Binding var item: Item

        var body: some View {
            Button(item.title) { item.title += "!" }
        }
    }

    @Test("A binding to a member writes through to the state")
    func member() throws {
        let host = ViewHost(Root())

        try host.tap("off")

        #expect(host.screen.contains("on"))
    }

    @Test("A row's binding writes to its element, also after the elements moved")
    func elements() throws {
        let host = ViewHost(Root())

        try host.tap("two")
        try host.tap("remove")
        try host.tap("two!")

        #expect(host.screen.texts == ["off", "two!!", "add", "remove"])
    }

    @Test("A binding unwraps an optional, and goes away with the value")
    func optional() throws {
        let host = ViewHost(Root())

        try host.tap("add")
        try host.tap("clear note")

        #expect(host.screen.contains("add"))
    }

    @Test("A binding of closures reads and writes by them")
    func closures() {
        var stored = 1
        let binding = Binding(get: { stored }, set: { stored = $0 })

        binding.wrappedValue += 1

        #expect(stored == 2)
        #expect(Binding.constant(5).wrappedValue == 5)
        #expect(Binding<Int?>(binding).wrappedValue == 2)
    }
}
