import SimulatedSwiftUI
import SwiftUI
import Testing

@MainActor
struct ToolbarTests {
    private struct Editor: View {
        @State private var saved = 0
        @State private var canSave = true

        var body: some View {
            NavigationStack {
                Text("Saved \(saved)")
                    .navigationTitle("Editor")
                    .navigationBarTitleDisplayMode(.inline)
                    .toolbar {
                        ToolbarItem(placement: .cancellationAction) {
                            Button("Cancel", role: .cancel) {}
                        }
                        ToolbarItem(placement: .confirmationAction) {
                            Button("Save") { saved += 1 }
                        }
                        if canSave {
                            ToolbarItemGroup(placement: .bottomBar) {
                                Button("Lock") { canSave = false }
                                Button("Share") {}
                            }
                        }
                    }
            }
        }
    }

    @Test("Items stand in the bar of their placement, around the title")
    func placements() {
        let host = ViewHost(Editor())

        #expect(
            host.screen.outline == """
                navigationStack
                  navigationBar
                    toolbarItem
                      button "Cancel" (cancel)
                    text "Editor" (header) level 1
                    toolbarItem
                      button "Save"
                  text "Saved 0"
                  toolbar
                    toolbarItem
                      button "Lock"
                      button "Share"
                """
        )
    }

    @Test("An item acts on the state of the view that declares it")
    func itemActs() throws {
        let host = ViewHost(Editor())

        try host.tap("Save")
        try host.tap("Lock")

        #expect(host.screen.texts.contains("Saved 1"))
        #expect(!host.screen.contains("Share"))
    }

    @Test("A hidden bar shows neither title nor items")
    func hiddenBar() {
        let host = ViewHost(
            NavigationStack {
                Text("Content").navigationTitle("Title").toolbar(.hidden, for: .navigationBar)
            }
        )

        #expect(host.screen.texts == ["Content"])
    }

    @Test("A page without a back button cannot be left by it")
    func hiddenBackButton() throws {
        let host = ViewHost(
            NavigationStack {
                NavigationLink("Go") { Text("Page").navigationBarBackButtonHidden() }
            }
        )

        try host.tap("Go")

        #expect(throws: ViewHostError.self) { try host.goBack() }
    }
}
