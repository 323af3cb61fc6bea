import SimulatedSwiftUI
import SwiftUI
import Testing

@MainActor
struct MenuTests {
    private struct Menus: View {
        @State private var chosen = "nothing"
        @State private var isExpanded = false

        var body: some View {
            VStack {
                Text("Chosen: \(chosen)")
                Menu("Sort", systemImage: "arrow.up.arrow.down") {
                    Button("By name") { chosen = "name" }
                    Menu("More") {
                        Button("By size") { chosen = "size" }
                    }
                }
                Text("Home")
                    .contextMenu {
                        Button("Rename") { chosen = "rename" }
                    }
                DisclosureGroup("Details", isExpanded: $isExpanded) { Text("Inside") }
            }
        }
    }

    @Test("A menu shows its items when opened and closes with the choice")
    func menu() throws {
        let host = ViewHost(Menus())

        try host.tap("Sort")
        #expect(host.screen.texts == ["By name", "More"])
        try host.tap("By name")

        #expect(host.screen.texts.prefix(2) == ["Chosen: name", "Sort"])
    }

    @Test("A menu inside a menu opens, and its choice closes both")
    func nestedMenu() throws {
        let host = ViewHost(Menus())

        try host.tap("Sort")
        try host.tap("More")
        #expect(host.screen.texts == ["By size"])
        try host.tap("By size")

        #expect(host.screen.texts.first == "Chosen: size")
    }

    @Test("A menu closes without a choice by a tap beside it")
    func dismissMenu() throws {
        let host = ViewHost(Menus())

        try host.tap("Sort")
        try host.dismiss()

        #expect(host.screen.texts.first == "Chosen: nothing")
    }

    @Test("A long press opens the context menu")
    func contextMenu() throws {
        let host = ViewHost(Menus())

        try host.openContextMenu("Home")
        try host.tap("Rename")

        #expect(host.screen.texts.first == "Chosen: rename")
    }

    @Test("A disclosure group shows its content while it is expanded")
    func disclosure() throws {
        let host = ViewHost(Menus())
        #expect(!host.screen.contains("Inside"))
        #expect(host.screen.outline.contains("disclosure \"Details\": collapsed"))

        try host.tap("Details")

        #expect(host.screen.contains("Inside"))
    }
}
