import Observation
import SimulatedSwiftUI
import SwiftUI
import Testing

@MainActor
@Suite("onChange")
struct OnChangeTests {
    @Observable
    final class Model {
        var first = 0
        var second = 0
        var shows = true
        @ObservationIgnored var log: [String] = []
    }

    struct Watcher: View {
        let model: Model

        var body: some View {
            Text("\(model.first) \(model.second)")
                .onChange(of: model.first) { model.log.append("first \($0)→\($1)") }
                .onChange(of: model.second) { old, new in model.log.append("second \(old)→\(new)") }
        }
    }

    @Test("The action gets the old and the new value")
    func oldAndNew() {
        let model = Model()
        let host = ViewHost(Watcher(model: model))

        model.first = 1
        host.update()
        model.first = 5
        host.update()

        #expect(model.log == ["first 0→1", "first 1→5"])
    }

    @Test("Two values that change in one update both call their actions")
    func twoInOneUpdate() {
        let model = Model()
        let host = ViewHost(Watcher(model: model))

        model.first = 1
        model.second = 2
        host.update()

        #expect(Set(model.log) == ["first 0→1", "second 0→2"])
    }

    @Test("Several changes before an update are one change from the first to the last value")
    func severalBeforeUpdate() {
        let model = Model()
        let host = ViewHost(Watcher(model: model))

        model.first = 1
        model.first = 2
        host.update()
        model.first = 3
        model.first = 2
        host.update()

        #expect(model.log == ["first 0→2"])
    }

    private struct Chained: View {
        let model: Model

        var body: some View {
            Text("\(model.second)")
                .onChange(of: model.first) { model.second = model.first * 10 }
                .onChange(of: model.second) { model.log.append("second \($0)→\($1)") }
        }
    }

    @Test("A change by an action calls the action of what it changed, in the same update")
    func chained() {
        let model = Model()
        let host = ViewHost(Chained(model: model))

        model.first = 1

        #expect(host.screen.texts == ["10"])
        #expect(model.log == ["second 0→10"])
    }

    private struct Initial: View {
        let model: Model

        var body: some View {
            if model.shows {
                Text("text").onChange(of: model.first, initial: true) { old, new in
                    model.log.append("\(old)→\(new)")
                }
            }
        }
    }

    @Test("An initial action is called when the view appears, and again when it reappears")
    func initial() {
        let model = Model()
        let host = ViewHost(Initial(model: model))
        #expect(model.log == ["0→0"])

        model.shows = false
        host.update()
        model.first = 4
        host.update()
        model.shows = true
        host.update()

        #expect(model.log == ["0→0", "4→4"])
    }
}
