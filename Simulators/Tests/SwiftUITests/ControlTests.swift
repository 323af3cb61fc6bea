import Foundation
import SimulatedSwiftUI
import SwiftUI
import Testing

@MainActor
@Suite("Controls and containers")
struct ControlTests {
    @Test("A button has its role's trait and is disabled by its container")
    func buttons() throws {
        let host = ViewHost(
            VStack {
                Button("Delete", role: .destructive) {}
                Button("Wait") {}.disabled(true)
            }
        )

        #expect(
            host.screen.outline == "button \"Delete\" (destructive)\nbutton \"Wait\" (disabled)"
        )
        #expect(throws: ViewHostError.disabled(label: "Wait")) { try host.tap("Wait") }
        #expect(throws: ViewHostError.self) { try host.tap("Missing") }
    }

    private struct Boxed: ButtonStyle {
        @Environment(\.isEnabled) private var isEnabled

        func makeBody(configuration: Configuration) -> some View {
            HStack {
                Text(isEnabled ? "enabled" : "disabled")
                configuration.label
            }
        }
    }

    private struct Twice: PrimitiveButtonStyle {
        func makeBody(configuration: Configuration) -> some View {
            Button(configuration)
            Button("Twice") {
                configuration.trigger()
                configuration.trigger()
            }
        }
    }

    @Test("A style of the app makes the label, reads the environment, and may make the button")
    func buttonStyles() throws {
        var taps = 0
        let host = ViewHost(
            VStack {
                Button("Tap") { taps += 1 }.buttonStyle(Boxed()).disabled(true)
                Button("Tap") { taps += 1 }.buttonStyle(Twice())
                Button("Plain") { taps += 10 }.buttonStyle(.borderedProminent)
            }
        )

        try host.tap("Twice")
        try host.tap("Tap")
        try host.tap("Plain")

        #expect(taps == 13)
        #expect(host.screen.elements(role: .button).first?.label == "disabled, Tap")
    }

    @Test("A label is named by its title in every style")
    func labels() throws {
        var taps = 0
        let host = ViewHost(
            Button("Add", systemImage: "plus") { taps += 1 }.labelStyle(.iconOnly)
        )

        try host.tap("Add")

        #expect(taps == 1)
        #expect(ViewHost(Label("Title", systemImage: "star")).screen.outline == "text \"Title\"")
    }

    @Test("A link opens its page by the action of the environment, else by the system")
    func links() throws {
        let url = try #require(URL(string: "https://trendy.example"))
        var opened: [URL] = []
        let link = Link("Site", destination: url)

        try ViewHost(
            link,
            environment: { environment in
                environment.openURL = OpenURLAction {
                    opened.append($0)
                    return .handled
                }
            }
        ).tap("Site")

        #expect(opened == [url])
    }

    @Test("A section has a header that is a heading, and a footer")
    func sections() {
        let host = ViewHost(
            Section {
                Text("row")
            } header: {
                Text("Header")
            } footer: {
                Text("Footer")
            }
        )

        #expect(
            host.screen.outline == """
                section
                  sectionHeader (header)
                    text "Header"
                  text "row"
                  sectionFooter
                    text "Footer"
                """
        )
    }

    @Test("Of alternatives the first is shown, and the last where type is large")
    func viewThatFits() {
        let view = ViewThatFits {
            HStack { Text("wide") }
            VStack { Text("tall") }
        }

        #expect(ViewHost(view).screen.texts == ["wide"])
        #expect(ViewHost(view.dynamicTypeSize(.accessibility1)).screen.texts == ["tall"])
    }

    @Test("Layers are composed in drawing order")
    func layers() {
        let view = Text("content")
            .background { Text("behind") }
            .overlay { Text("front") }

        #expect(ViewHost(view).screen.texts == ["behind", "content", "front"])
    }

    private struct Stored: View {
        @AppStorage("mirror-tests-count") private var count = 3

        var body: some View {
            Button("\(count)") { count += 1 }
        }
    }

    @Test("A user default is shown by all views that read it, and kept")
    func appStorage() throws {
        let suite = "mirror-tests"
        let defaults = try #require(UserDefaults(suiteName: suite))
        defer { defaults.removePersistentDomain(forName: suite) }
        let view = VStack {
            Stored()
            Stored()
        }
        .defaultAppStorage(defaults)

        let host = ViewHost(view)
        try host.tap("3", at: 1)

        #expect(host.screen.texts == ["4", "4"])
        #expect(ViewHost(view).screen.texts == ["4", "4"])
    }

    private struct Focusing: View {
        enum Field { case name, note }

        @FocusState private var field: Field?

        var body: some View {
            Button("Name") { field = .name }.focused($field, equals: .name)
            Text(field == .name ? "name" : "none")
        }
    }

    @Test("The app sets the focus")
    func focus() throws {
        let host = ViewHost(Focusing())

        try host.tap("Name")

        #expect(host.screen.texts == ["Name", "name"])
        #expect(host.screen.elements(role: .button).first?.traits.contains(.focused) == true)
    }
}
