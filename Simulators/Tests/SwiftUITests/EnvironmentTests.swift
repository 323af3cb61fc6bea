import Observation
import SimulatedSwiftUI
import SwiftUI
import Testing

private struct AccentNameKey: EnvironmentKey {
    static let defaultValue = "none"
}

extension EnvironmentValues {
    fileprivate var accentName: String {
        get { self[AccentNameKey.self] }
        set { self[AccentNameKey.self] = newValue }
    }
}

@MainActor
@Suite("Environment")
struct EnvironmentTests {
    @Observable
    fileprivate final class Session {
        var user: String

        init(user: String) {
            self.user = user
        }
    }

    private struct Reader: View {
        @Environment(\.accentName) private var name

        var body: some View {
            Text(verbatim: name)
        }
    }

    @Test("A value is passed down and overridden below")
    func valuesAndOverrides() {
        let host = ViewHost(
            VStack {
                Reader()
                VStack { Reader() }.environment(\.accentName, "inner")
                Reader().environment(\.accentName, "own")
            }
            .environment(\.accentName, "outer")
        )

        #expect(host.screen.texts == ["outer", "inner", "own"])
    }

    @Test("A value that no view sets is the default, and the host can set it")
    func defaults() {
        #expect(ViewHost(Reader()).screen.texts == ["none"])
        let host = ViewHost(Reader(), environment: { $0.accentName = "host" })

        #expect(host.screen.texts == ["host"])
    }

    private struct Changing: View {
        @State private var name = "one"

        var body: some View {
            Button("Change") { name = "two" }
            VStack { VStack { Reader() } }.environment(\.accentName, name)
        }
    }

    @Test("A changed value reaches views at depth")
    func changedValue() throws {
        let host = ViewHost(Changing())

        try host.tap("Change")

        #expect(host.screen.texts == ["Change", "two"])
    }

    @Test("A transformed value starts from the one above")
    func transformed() {
        let host = ViewHost(
            Reader()
                .transformEnvironment(\.accentName) { $0 += "!" }
                .environment(\.accentName, "above")
        )

        #expect(host.screen.texts == ["above!"])
    }

    private struct UserView: View {
        @Environment(Session.self) private var session
        @Environment(Session.self) private var optional: Session?

        var body: some View {
            @Bindable var session = session
            Text(verbatim: session.user)
            UserField(name: $session.user)
            Text(verbatim: optional?.user ?? "signed out")
        }
    }

    private struct UserField: View {
        @Binding var name: String

        var body: some View {
            Button("Rename \(name)") { name = "Grace" }
        }
    }

    @Test("An observable object is passed down, observed, and bound to")
    func objects() throws {
        let session = Session(user: "Ada")
        let host = ViewHost(VStack { UserView() }.environment(session))

        try host.tap("Rename Ada")

        #expect(session.user == "Grace")
        #expect(host.screen.texts == ["Grace", "Rename Grace", "Grace"])
    }

    private struct OptionalUser: View {
        @Environment(Session.self) private var session: Session?

        var body: some View {
            Text(verbatim: session?.user ?? "signed out")
        }
    }

    @Test("An optional object is nil where none is set")
    func missingOptionalObject() {
        #expect(ViewHost(OptionalUser()).screen.texts == ["signed out"])
    }

    @Test("The innermost object of a type counts")
    func objectOverride() {
        let host = ViewHost(
            OptionalUser()
                .environment(Session(user: "inner"))
                .environment(Session(user: "outer"))
        )

        #expect(host.screen.texts == ["inner"])
    }

    @Test("A disabled container disables the controls inside, whatever they say")
    func disabledIsInherited() {
        let host = ViewHost(VStack { Button("Tap") {}.disabled(false) }.disabled(true))

        #expect(throws: ViewHostError.disabled(label: "Tap")) { try host.tap("Tap") }
    }
}
