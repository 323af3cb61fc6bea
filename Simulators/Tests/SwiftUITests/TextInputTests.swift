import Foundation
import SimulatedSwiftUI
import SwiftUI
import Testing

@MainActor
struct TextInputTests {
    private enum Field: Hashable { case name, goal }

    private struct Account: View {
        @State private var name = ""
        @State private var password = ""
        @State private var goal = 10.0
        @State private var limit: Int? = 3
        @State private var notes = ""
        @State private var submitted = 0
        @FocusState private var focus: Field?

        var body: some View {
            Form {
                TextField("Name", text: $name, prompt: Text("Your name"))
                    .focused($focus, equals: .name)
                    .keyboardType(.emailAddress)
                    .textContentType(.username)
                SecureField("Password", text: $password)
                TextField("Goal", value: $goal, format: .number)
                    .focused($focus, equals: .goal)
                TextField("Limit", value: $limit, format: .number)
                TextField("Notes", text: $notes, axis: .vertical)
                Button("Focus goal") { focus = .goal }
                Text("\(name)|\(password.count)|\(goal)|\(limit ?? -1)|\(submitted)")
            }
            .onSubmit { submitted += 1 }
        }
    }

    private func host() -> ViewHost {
        ViewHost(Account()) { $0.locale = Locale(identifier: "en_US") }
    }

    @Test("A text that is entered is in the state and in the field")
    func text() throws {
        let host = host()

        try host.enter("Ada", into: "Name")
        try host.enter("secret", into: "Password")

        #expect(host.screen.texts.last?.hasPrefix("Ada|6|") == true)
        let fields = host.screen.elements
            .filter { [.textField, .secureField].contains($0.role) }
        #expect(fields.map(\.value) == ["Ada", "••••••", "10", "3", ""])
    }

    @Test("A number is set when editing ends, and a text that is none is dropped")
    func number() throws {
        let host = host()

        try host.enter("42.5", into: "Goal")
        #expect(host.screen.texts.last?.contains("|10.000000|") == true)
        try host.submit("Goal")
        #expect(host.screen.texts.last == "|0|42.500000|3|1")
        try host.enter("many", into: "Goal")
        host.endEditing()
        #expect(host.screen.texts.last?.contains("|42.500000|") == true)
        try host.enter("", into: "Limit")
        try host.submit("Limit")

        #expect(host.screen.texts.last == "|0|42.500000|-1|2")
    }

    @Test("The focus follows the person and the app")
    func focus() throws {
        let host = host()

        try host.enter("Ada", into: "Name")
        #expect(focused(host) == ["Name"])
        try host.tap("Focus goal")
        #expect(focused(host) == ["Goal"])
        try host.enter("7", into: "Goal")
        host.endEditing()

        #expect(focused(host).isEmpty)
    }

    private func focused(_ host: ViewHost) -> [String] {
        host.screen.elements.filter { $0.traits.contains(.focused) }.map(\.label)
    }

    @Test("A disabled field takes no text")
    func disabled() {
        let host = ViewHost(TextField("Name", text: .constant("Ada")).disabled(true))

        #expect(throws: ViewHostError.disabled(label: "Name")) {
            try host.enter("Eve", into: "Name")
        }
    }
}
