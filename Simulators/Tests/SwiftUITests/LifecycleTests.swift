import Observation
import SimulatedSwiftUI
import SwiftUI
import Testing

@MainActor
@Suite("Appearance and tasks")
struct LifecycleTests {
    @Observable
    fileprivate final class Model {
        var shows = true
        var id = 1
        var title = "title"
        var log: [String] = []
    }

    private struct Page: View {
        let model: Model

        var body: some View {
            if model.shows {
                Text(model.title)
                    .onAppear { model.log.append("appear") }
                    .onDisappear { model.log.append("disappear") }
            }
        }
    }

    @Test("A view appears once, disappears when it is removed, and appears again")
    func appearance() {
        let model = Model()
        let host = ViewHost(Page(model: model))

        model.title = "other"
        host.update()
        #expect(model.log == ["appear"])
        model.shows = false
        host.update()
        model.shows = true
        host.update()

        #expect(model.log == ["appear", "disappear", "appear"])
    }

    @Test("Removing the root makes its views disappear")
    func removedRoot() {
        let model = Model()
        let host = ViewHost(Page(model: model))

        host.removeView()

        #expect(model.log == ["appear", "disappear"])
    }

    private struct TaskPage: View {
        let model: Model

        var body: some View {
            Text(model.log.joined(separator: ","))
            if model.shows {
                Text("page").task(id: model.id) { await run(model.id) }
            }
        }

        private func run(_ id: Int) async {
            model.log.append("start \(id)")
            // Ends with the cancellation only.
            let (stream, continuation) = AsyncStream<Void>.makeStream()
            defer { continuation.finish() }
            for await _ in stream {}
            model.log.append("cancelled \(id)")
        }
    }

    @Test("A task runs while its view is shown and is cancelled with it")
    func taskIsCancelled() async throws {
        let model = Model()
        let host = ViewHost(TaskPage(model: model))

        try await host.wait { $0.contains("start 1") }
        model.shows = false
        let screen = try await host.wait { $0.contains("start 1,cancelled 1") }

        #expect(screen.texts == ["start 1,cancelled 1"])
    }

    @Test("A new id cancels the task and starts another one")
    func newIDRestartsTask() async throws {
        let model = Model()
        let host = ViewHost(TaskPage(model: model))
        try await host.wait { $0.contains("start 1") }

        model.id = 2
        try await host.wait { _ in model.log.count == 3 }

        #expect(Set(model.log) == ["start 1", "cancelled 1", "start 2"])
    }

    @Test("A task is not started again when its view is evaluated again")
    func evaluationDoesNotRestart() async throws {
        let model = Model()
        let host = ViewHost(TaskPage(model: model))
        try await host.wait { $0.contains("start 1") }

        model.log.append("changed")
        try await host.wait { $0.contains("start 1,changed") }

        #expect(model.log == ["start 1", "changed"])
    }

    @Test("A task is cancelled when the host is released")
    func releasedHost() async throws {
        let model = Model()
        var host: ViewHost? = ViewHost(TaskPage(model: model))
        try await host?.wait { $0.contains("start 1") }

        host = nil
        let observer = ViewHost(Observer(model: model))
        try await observer.wait { $0.contains("start 1,cancelled 1") }
    }

    private struct Observer: View {
        let model: Model

        var body: some View {
            Text(model.log.joined(separator: ","))
        }
    }
}
