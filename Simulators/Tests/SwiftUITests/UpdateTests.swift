import Foundation
import Observation
import SimulatedSwiftUI
import SwiftUI
import Synchronization
import Testing

@MainActor
@Suite("Updates")
struct UpdateTests {
    @Observable
    fileprivate final class Model {
        var title = "title"
        var detail = "detail"
        var shows = true
        var rows = Array(0..<1000)
    }

    /// Counts evaluations without being observed.
    fileprivate final class Counts {
        var parent = 0
        var child = 0
    }

    private struct Child: View {
        let model: Model
        let counts: Counts

        var body: some View {
            let _ = counts.child += 1
            Text(model.detail)
        }
    }

    private struct Parent: View {
        let model: Model
        let counts: Counts

        var body: some View {
            let _ = counts.parent += 1
            Text(model.title)
            if model.shows { Child(model: model, counts: counts) }
        }
    }

    @Test("A parent and a child that both changed are evaluated once each")
    func parentAndChildOnce() {
        let (model, counts) = (Model(), Counts())
        let host = ViewHost(Parent(model: model, counts: counts))

        model.detail = "new detail"
        model.title = "new title"

        #expect(host.screen.texts == ["new title", "new detail"])
        #expect(counts.parent == 2)
        #expect(counts.child == 2)
    }

    @Test("Only the view that reads what changed is evaluated")
    func onlyReaders() {
        let (model, counts) = (Model(), Counts())
        let host = ViewHost(Parent(model: model, counts: counts))

        model.detail = "new detail"

        #expect(host.screen.texts == ["title", "new detail"])
        #expect(counts.parent == 1)
        #expect(counts.child == 2)
    }

    @Test("A view that its parent removes in the same update is not evaluated")
    func detachedIsSkipped() {
        let (model, counts) = (Model(), Counts())
        let host = ViewHost(Parent(model: model, counts: counts))

        model.detail = "new detail"
        model.shows = false

        #expect(host.screen.texts == ["title"])
        #expect(counts.child == 1)
    }

    @Test("Every change is shown, also several in a row without an update between")
    func noChangeIsDropped() {
        let model = Model()
        let host = ViewHost(Parent(model: model, counts: Counts()))

        for round in 1...20 {
            model.title = "title \(round).1"
            model.detail = "detail \(round)"
            model.title = "title \(round).2"

            #expect(host.screen.texts == ["title \(round).2", "detail \(round)"])
        }
    }

    @Test("The host is woken once for all changes until the next update")
    func wakeOnce() {
        let wakes = Atomic<Int>(0)
        let model = Model()
        let host = ViewHost(
            Parent(model: model, counts: Counts()),
            wake: { wakes.add(1, ordering: .relaxed) }
        )

        model.title = "new"
        model.detail = "new"
        #expect(wakes.load(ordering: .relaxed) == 1)
        host.update()
        model.title = "newer"

        #expect(wakes.load(ordering: .relaxed) == 2)
    }

    private struct Rows: View {
        let model: Model
        let counts: Counts

        var body: some View {
            ForEach(model.rows, id: \.self) { CountedRow(row: $0, counts: counts) }
        }
    }

    private struct CountedRow: View {
        let row: Int
        let counts: Counts
        @State private var taps = 0

        var body: some View {
            let _ = counts.child += 1
            Button("\(row):\(taps)") { taps += 1 }
        }
    }

    @Test("A thousand rows are evaluated once each, and one of them alone after a tap")
    func thousandRowsOnce() throws {
        let (model, counts) = (Model(), Counts())
        let host = ViewHost(
            Rows(model: model, counts: counts).environment(\.locale, Locale(identifier: "en"))
        )

        #expect(counts.child == 1000)
        try host.tap("500:0")

        #expect(counts.child == 1001)
        #expect(host.screen.contains("500:1"))
    }

    @Test("A change on another thread is shown")
    func changeOnOtherThread() async throws {
        let box = StateBox()
        let host = ViewHost(StateOwner(box: box))

        let binding = try #require(box.binding)
        let task = Task { @concurrent in binding.wrappedValue = 7 }
        try await host.wait { $0.texts == ["7"] }
        await task.value

        #expect(host.screen.texts == ["7"])
    }

    fileprivate final class StateBox {
        var binding: Binding<Int>?
    }

    private struct StateOwner: View {
        let box: StateBox
        @State private var value = 0

        var body: some View {
            let _ = box.binding = $value
            Text(verbatim: "\(value)")
        }
    }

    private struct Endless: View {
        @State private var count = 0

        var body: some View {
            Text("\(count)").onChange(of: count, initial: true) { count += 1 }
        }
    }

    @Test("Views that change what they depend on without end are a programmer's mistake")
    func endlessUpdate() async {
        await #expect(processExitsWith: .failure) {
            await MainActor.run { _ = ViewHost(Endless()) }
        }
    }
}
