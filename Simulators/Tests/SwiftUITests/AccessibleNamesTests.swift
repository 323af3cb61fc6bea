import SimulatedSwiftUI
import SwiftUI
import Testing

@Suite("Names in reading order")
@MainActor
struct AccessibleNamesTests {
    @Test("An element that is read as one has one name; hidden and unnamed ones have none")
    func names() {
        let screen = ViewHost(
            VStack {
                Text(verbatim: "Title")
                Button {
                } label: {
                    Text(verbatim: "Coffee")
                    Text(verbatim: "8:30")
                }
                Image(systemName: "heart").accessibilityHidden(true)
                Circle()
                HStack {
                    Text(verbatim: "5")
                    Text(verbatim: "steps")
                }
                .accessibilityElement(children: .combine)
                Toggle("Notify", isOn: .constant(true))
                Picker("Type", selection: .constant(1)) {
                    Text(verbatim: "A").tag(1)
                    Text(verbatim: "B").tag(2)
                }
            }
        ).screen

        #expect(
            screen.accessibleNames == [
                "Title", "Coffee, 8:30", "5, steps", "Notify", "Type", "A", "B",
            ]
        )
    }

    @Test("What is behind an alert is left out")
    func modal() {
        let screen = ViewHost(
            Text(verbatim: "Behind").alert("Lost", isPresented: .constant(true)) {
                Button("Retry") {}
            }
        ).screen

        #expect(screen.accessibleNames.contains("Retry"))
        #expect(!screen.accessibleNames.contains("Behind"))
    }
}
