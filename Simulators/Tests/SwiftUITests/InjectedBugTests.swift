import SimulatedSwiftUI
import SwiftUI
import Testing

/// The checks of the graph, each with and without the defect that it must notice.
@MainActor
@Suite("Injected bugs")
struct InjectedBugTests {
    private struct Rows: View {
        let names: IdentityTests.Names

        var body: some View {
            ForEach(names.all, id: \.self) { IdentityTests.Row(name: $0) }
        }
    }

    @Test(
        "State that moves to another row is noticed",
        arguments: [nil, InjectedViewBug.stateLostOnReorder]
    )
    func stateLostOnReorder(bug: InjectedViewBug?) throws {
        let names = IdentityTests.Names()
        let host = ViewHost(Rows(names: names), injecting: bug)

        try host.tap("b: 0")
        names.all = ["c", "a", "b"]

        #expect((host.screen.texts == ["c: 0", "a: 0", "b: 1"]) == (bug == nil))
    }

    @Test(
        "A change that is not shown is noticed",
        arguments: [nil, InjectedViewBug.evaluationDropped]
    )
    func evaluationDropped(bug: InjectedViewBug?) throws {
        let names = IdentityTests.Names()
        let host = ViewHost(Rows(names: names), injecting: bug)

        try host.tap("a: 0")

        #expect((host.screen.texts == ["a: 1", "b: 0", "c: 0"]) == (bug == nil))
    }

    private struct LineLimit: View {
        @Environment(\.lineLimit) private var limit

        var body: some View {
            Text("\(limit ?? 0)")
        }
    }

    @Test(
        "A value that does not reach the views below is noticed",
        arguments: [nil, InjectedViewBug.environmentNotPassed]
    )
    func environmentNotPassed(bug: InjectedViewBug?) {
        let host = ViewHost(VStack { LineLimit() }.lineLimit(3), injecting: bug)

        #expect((host.screen.texts == ["3"]) == (bug == nil))
    }

    @Test(
        "A change without its action is noticed",
        arguments: [nil, InjectedViewBug.changeActionLost]
    )
    func changeActionLost(bug: InjectedViewBug?) {
        let model = OnChangeTests.Model()
        let host = ViewHost(OnChangeTests.Watcher(model: model), injecting: bug)

        model.first = 1
        model.second = 2
        host.update()

        #expect((Set(model.log) == ["first 0→1", "second 0→2"]) == (bug == nil))
    }
}
