import Observation
import SimulatedSwiftUI
import SwiftUI
import Testing

@MainActor
@Suite("State")
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
                counter
                counter
            }
        )

        try host.tap("Add", at: 1)

        #expect(host.screen.texts == ["Count: 0", "Add", "Count: 1", "Add"])
    }

    @MainActor
    @Observable
    fileprivate final class Model {
        static var made = 0
        var count = 0

        init() {
            Self.made += 1
        }
    }

    private struct ModelView: View {
        @State private var model = Model()

        var body: some View {
            Button("\(model.count)") { model.count += 1 }
        }
    }

    private struct Parent: View {
        @State private var count = 0

        var body: some View {
            Button("Parent \(count)") { count += 1 }
            ModelView()
        }
    }

    @Test("An observable object in a state is made once")
    func objectIsMadeOnce() throws {
        Model.made = 0
        let host = ViewHost(Parent())

        try host.tap("Parent 0")
        try host.tap("Parent 1")
        try host.tap("0")

        #expect(host.screen.texts == ["Parent 2", "1"])
        #expect(Model.made == 1)
    }

    private struct Collapsible: DynamicProperty {
        @State private var isOpen = false
        private(set) var updates = 0

        var title: String { isOpen ? "open \(updates)" : "closed \(updates)" }

        func toggle() {
            isOpen.toggle()
        }

        mutating func update() {
            updates += 1
        }
    }

    private struct CustomProperty: View {
        private var property = Collapsible()

        var body: some View {
            Button(property.title) { property.toggle() }
        }
    }

    @Test("A dynamic property of the app has state and is updated before the body")
    func customDynamicProperty() throws {
        let host = ViewHost(CustomProperty())

        try host.tap("closed 1")

        #expect(host.screen.texts == ["open 1"])
    }

    private struct Emphasis: ViewModifier {
        @State private var isOn = false

        func body(content: Content) -> some View {
            content
            Button(isOn ? "on" : "off") { isOn.toggle() }
        }
    }

    @Test("A modifier has state of its own and keeps that of its content")
    func stateInModifier() throws {
        let host = ViewHost(Counter().modifier(Emphasis()))

        try host.tap("off")
        try host.tap("Add")

        #expect(host.screen.texts == ["Count: 1", "Add", "on"])
    }

    @Test("A state is read and written without a hierarchy without effect")
    func stateWithoutHierarchy() {
        let state = State(initialValue: 3)

        state.wrappedValue = 4

        #expect(state.wrappedValue == 3)
    }
}
