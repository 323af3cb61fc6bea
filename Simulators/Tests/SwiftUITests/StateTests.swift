import SimulatedSwiftUI
import SwiftUI
import Testing

@MainActor
struct StateTests {
    private struct Counter: View {
        @State private var count = 0

        var body: some View {
            VStack {
                Text("Count: \(count)")
                Button("Add") { count += 1 }
            }
        }
    }

    @Test("A tap changes the state and the text")
    func tapChangesText() throws {
        let host = ViewHost(Counter())

        try host.tap("Add")
        try host.tap("Add")

        #expect(host.screen.texts == ["Count: 2", "Add"])
        #expect(host.screen.outline == "text \"Count: 2\"\nbutton \"Add\"")
    }

    @Test("The same view value at two places has two states")
    func oneValueAtTwoPlaces() throws {
        let counter = Counter()
        let host = ViewHost(
            VStack {
                counter; counter
            }
        )

        try host.tap("Add", at: 1)

        #expect(host.screen.texts == ["Count: 0", "Add", "Count: 1", "Add"])
    }
}
