import Foundation
import SimulatedSwiftUI
import SwiftUI
import Testing

@MainActor
struct CoverTests {
    private struct Failure: LocalizedError {
        var errorDescription: String? { "No connection." }
    }

    private struct Covers: View {
        @State private var showsCover = false
        @State private var showsPopover = false
        @State private var failure: Failure?

        var body: some View {
            VStack {
                Button("Cover") { showsCover = true }
                Button("Popover") { showsPopover = true }
                Button("Fail") { failure = Failure() }
            }
            .fullScreenCover(isPresented: $showsCover) {
                Nested()
            }
            .popover(isPresented: $showsPopover) { Text("Hint") }
            .alert(
                isPresented: Binding(get: { failure != nil }, set: { _ in failure = nil }),
                error: failure
            ) {}
        }
    }

    private struct Nested: View {
        @State private var showsSheet = false
        @Environment(\.dismiss) private var dismiss

        var body: some View {
            Button("Sheet") { showsSheet = true }
            Button("Close") { dismiss() }
                .sheet(isPresented: $showsSheet) { Text("Second") }
        }
    }

    @Test("A full-screen cover cannot be swiped away, and a sheet in it can")
    func cover() throws {
        let host = ViewHost(Covers())

        try host.tap("Cover")
        #expect(throws: ViewHostError.self) { try host.dismiss() }
        try host.tap("Sheet")
        #expect(host.screen.texts == ["Second"])
        try host.dismiss()
        #expect(host.screen.texts == ["Sheet", "Close"])
        try host.tap("Close")

        #expect(host.screen.texts == ["Cover", "Popover", "Fail"])
    }

    @Test("A popover is shown and dismissed as a sheet")
    func popover() throws {
        let host = ViewHost(Covers())

        try host.tap("Popover")
        #expect(host.screen.texts == ["Hint"])
        try host.dismiss()

        #expect(host.screen.contains("Cover"))
    }

    @Test("An alert of an error shows its description and has an OK button")
    func errorAlert() throws {
        let host = ViewHost(Covers())

        try host.tap("Fail")
        #expect(host.screen.texts == ["No connection.", "OK"])
        try host.tap("OK")

        #expect(host.screen.contains("Fail"))
    }
}
