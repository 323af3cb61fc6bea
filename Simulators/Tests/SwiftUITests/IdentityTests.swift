import Observation
import SimulatedSwiftUI
import SwiftUI
import Testing

@MainActor
@Suite("Structural identity")
struct IdentityTests {
    @Observable
    final class Names {
        var all = ["a", "b", "c"]
        var showsFirst = true
        var generation = 0
    }

    struct Row: View {
        let name: String
        @State private var taps = 0

        var body: some View {
            Button("\(name): \(taps)") { taps += 1 }
        }
    }

    private struct Rows: View {
        let names: Names

        var body: some View {
            VStack {
                ForEach(names.all, id: \.self) { Row(name: $0) }
            }
        }
    }

    @Test("A row keeps its state when the rows are reordered")
    func stateKeptOverReorder() throws {
        let names = Names()
        let host = ViewHost(Rows(names: names))

        try host.tap("b: 0")
        names.all = ["c", "b", "a"]

        #expect(host.screen.texts == ["c: 0", "b: 1", "a: 0"])
    }

    @Test("A row that was removed and added again has new state")
    func readdedRowIsNew() throws {
        let names = Names()
        let host = ViewHost(Rows(names: names))

        try host.tap("b: 0")
        names.all = ["a", "c"]
        host.update()
        names.all = ["a", "b", "c"]

        #expect(host.screen.texts == ["a: 0", "b: 0", "c: 0"])
    }

    @Test("A row keeps its node, so that a browser keeps its element")
    func nodeKeptOverReorder() throws {
        let names = Names()
        let host = ViewHost(Rows(names: names))
        let before = host.screen.elements(role: .button)

        names.all = ["c", "a", "b"]
        let after = host.screen.elements(role: .button)

        #expect(after.map(\.id) == [before[2].id, before[0].id, before[1].id])
    }

    @Test("Rows of the same id are told apart by their order")
    func duplicateIDs() throws {
        let names = Names()
        names.all = ["a", "a"]
        let host = ViewHost(Rows(names: names))

        try host.tap("a: 0", at: 1)

        #expect(host.screen.texts == ["a: 0", "a: 1"])
    }

    private struct Branches: View {
        let names: Names

        var body: some View {
            if names.showsFirst { Row(name: "row") } else { Row(name: "row") }
        }
    }

    @Test("A view in the other branch of a condition has new state")
    func otherBranchIsNew() throws {
        let names = Names()
        let host = ViewHost(Branches(names: names))

        try host.tap("row: 0")
        names.showsFirst = false
        #expect(host.screen.texts == ["row: 0"])
        names.showsFirst = true

        #expect(host.screen.texts == ["row: 0"])
    }

    private struct Optional: View {
        let names: Names

        var body: some View {
            if names.showsFirst { Text("first") }
            Row(name: "row")
        }
    }

    @Test("A view keeps its state when one before it appears or goes away")
    func siblingOfOptional() throws {
        let names = Names()
        let host = ViewHost(Optional(names: names))

        try host.tap("row: 0")
        names.showsFirst = false

        #expect(host.screen.texts == ["row: 1"])
    }

    private struct Identified: View {
        let names: Names

        var body: some View {
            Row(name: "row").id(names.generation)
        }
    }

    @Test("A new id resets the state")
    func newIDResetsState() throws {
        let names = Names()
        let host = ViewHost(Identified(names: names))

        try host.tap("row: 0")
        names.generation += 1

        #expect(host.screen.texts == ["row: 0"])
    }

    private struct Erased: View {
        let names: Names

        var body: some View {
            if names.showsFirst {
                AnyView(Row(name: "row"))
            } else {
                AnyView(Text("text"))
            }
        }
    }

    @Test("An erased view of the same type keeps its state")
    func erasedView() throws {
        let names = Names()
        let host = ViewHost(Erased(names: names))

        try host.tap("row: 0")
        names.generation += 1
        #expect(host.screen.texts == ["row: 1"])
        names.showsFirst = false

        #expect(host.screen.texts == ["text"])
    }
}
