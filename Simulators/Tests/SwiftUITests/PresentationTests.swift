import SimulatedSwiftUI
import SwiftUI
import Testing

@MainActor
struct PresentationTests {
    private struct Item: Identifiable {
        let id: Int
    }

    private struct Sheets: View {
        @State private var isOpen = false
        @State private var item: Item?
        @State private var dismissals = 0
        var isFixed = false

        var body: some View {
            VStack {
                Text("Dismissed \(dismissals)")
                Button("Open") { isOpen = true }
                Button("Open item") { item = Item(id: 4) }
            }
            .sheet(isPresented: $isOpen, onDismiss: { dismissals += 1 }) {
                Content().interactiveDismissDisabled(isFixed)
            }
            .sheet(item: $item) { item in Text("Item \(item.id)") }
        }
    }

    private struct Content: View {
        @Environment(\.dismiss) private var dismiss
        @Environment(\.isPresented) private var isPresented

        var body: some View {
            NavigationStack {
                Text(isPresented ? "Presented" : "Root")
                    .navigationTitle("Sheet")
                    .toolbar { Button("Done") { dismiss() } }
            }
        }
    }

    @Test("A sheet covers the screen until it is dismissed by its button or a swipe")
    func sheet() throws {
        let host = ViewHost(Sheets())

        try host.tap("Open")
        #expect(host.navigationTitle == "Sheet")
        #expect(host.screen.contains("Presented"))
        #expect(throws: ViewHostError.self) { try host.tap("Open") }
        try host.tap("Done")
        #expect(host.screen.texts == ["Dismissed 1", "Open", "Open item"])
        try host.tap("Open")
        try host.dismiss()

        #expect(host.screen.contains("Dismissed 2"))
    }

    @Test("A sheet of an item shows it and clears it when dismissed")
    func itemSheet() throws {
        let host = ViewHost(Sheets())

        try host.tap("Open item")
        #expect(host.screen.texts == ["Item 4"])
        try host.dismiss()

        #expect(host.screen.contains("Open item"))
    }

    @Test("A sheet with interactive dismissal disabled cannot be swiped away")
    func fixedSheet() throws {
        let host = ViewHost(Sheets(isFixed: true))

        try host.tap("Open")

        #expect(throws: ViewHostError.self) { try host.dismiss() }
    }

    private struct Dialogs: View {
        @State private var isAsking = false
        @State private var isChoosing = false
        @State private var answer = "none"

        var body: some View {
            VStack {
                Text("Answer: \(answer)")
                Button("Ask") { isAsking = true }
                Button("Choose") { isChoosing = true }
            }
            .alert("Delete?", isPresented: $isAsking, presenting: "Home") { name in
                Button("Delete \(name)", role: .destructive) { answer = "deleted \(name)" }
                Button("Keep", role: .cancel) { answer = "kept" }
            } message: { name in
                Text("\(name) is removed from all devices.")
            }
            .confirmationDialog("Which?", isPresented: $isChoosing, titleVisibility: .visible) {
                Button("Mine") { answer = "mine" }
            }
        }
    }

    @Test("An alert shows title, message and buttons, and any button closes it")
    func alert() throws {
        let host = ViewHost(Dialogs())

        try host.tap("Ask")
        #expect(
            host.screen.texts == [
                "Delete?", "Home is removed from all devices.", "Delete Home", "Keep",
            ]
        )
        try host.tap("Delete Home")

        #expect(host.screen.texts == ["Answer: deleted Home", "Ask", "Choose"])
    }

    @Test("A confirmation dialog has a cancel button of its own")
    func confirmationDialog() throws {
        let host = ViewHost(Dialogs())

        try host.tap("Choose")
        #expect(host.screen.texts == ["Which?", "Mine", "Cancel"])
        try host.tap("Cancel")
        #expect(host.screen.contains("Answer: none"))
        try host.tap("Choose")
        try host.tap("Mine")

        #expect(host.screen.texts.first == "Answer: mine")
    }
}
