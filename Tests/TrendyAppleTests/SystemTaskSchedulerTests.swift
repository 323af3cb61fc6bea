import Foundation
import SimulatedAppServices
import SimulatedPhone
import Synchronization
import Testing
import TrendyApple
import TrendyKit
import TrendyModel

struct SystemTaskSchedulerTests {
    private let timeline = ManualTimeline()
    private let phone: Phone
    private let received = ReceivedTasks()

    /// The tasks that the app received, and those that expired.
    private final class ReceivedTasks: Sendable {
        private let state = Mutex<(tasks: [any BackgroundTask], expired: [String])>(([], []))
        var tasks: [any BackgroundTask] { state.withLock { $0.tasks } }
        var expired: [String] { state.withLock { $0.expired } }

        func take(_ task: any BackgroundTask) {
            state.withLock { $0.tasks.append(task) }
            task.onExpiration { self.state.withLock { $0.expired.append(task.identifier) } }
        }
    }

    init() {
        phone = Phone(timeline: timeline, randomness: SeededRandomness(seed: 1))
        phone.backgroundTasks.permittedIdentifiers = ["a", "b", "c"]
        phone.launch(.user)
    }

    private var scheduler: SystemTaskScheduler { phone.run { SystemTaskScheduler() } }

    private func register(_ identifier: String) -> Bool {
        scheduler.register(identifier) { [received] in received.take($0) }
    }

    @Test("Only identifiers in the property list are registered")
    func register() {
        #expect(register("a"))
        #expect(!register("unknown"))
    }

    @Test("A request has its identifier, kind, requirements and date")
    func submit() throws {
        #expect(register("a") && register("b"))
        let earliest = Instant(seconds: Int64(timeline.now.timeIntervalSince1970) + 900)
        try scheduler.submit(
            BackgroundTaskRequest(identifier: "a", kind: .refresh, earliestBegin: earliest)
        )
        try scheduler.submit(
            BackgroundTaskRequest(
                identifier: "b",
                kind: .processing(needsNetwork: true, needsPower: false)
            )
        )

        let pending = phone.backgroundTasks.pending
        #expect(pending.map(\.identifier) == ["a", "b"])
        #expect(pending.map(\.kind) == [.refresh, .processing])
        #expect(pending.map(\.earliestBegin) == [Date(earliest), nil])
        #expect(pending.map(\.needsNetwork) == [false, true])
        #expect(pending.map(\.needsPower) == [false, false])

        scheduler.cancel("a")
        #expect(phone.backgroundTasks.pending.map(\.identifier) == ["b"])
    }

    @Test("Each refusal is reported with its reason")
    func refusals() throws {
        let refresh = BackgroundTaskRequest(identifier: "a", kind: .refresh)
        try scheduler.submit(refresh)
        #expect(throws: BackgroundTaskRefusal.tooMany) {
            try scheduler.submit(BackgroundTaskRequest(identifier: "b", kind: .refresh))
        }
        #expect(throws: BackgroundTaskRefusal.notPermitted) {
            try scheduler.submit(BackgroundTaskRequest(identifier: "unknown", kind: .refresh))
        }
        phone.isBackgroundRefreshOn = false
        #expect(throws: BackgroundTaskRefusal.unavailable) { try scheduler.submit(refresh) }
    }

    @Test("A granted task is passed on, expired, and completed")
    func runs() throws {
        #expect(register("a"))
        try scheduler.submit(BackgroundTaskRequest(identifier: "a", kind: .refresh))
        phone.enterBackground()
        timeline.advance(by: .seconds(1))
        #expect(received.tasks.map(\.identifier) == ["a"])

        timeline.advance(by: .seconds(30))
        #expect(received.expired == ["a"])
        received.tasks[0].complete(success: false)

        #expect(phone.backgroundTasks.runs.map(\.outcome) == [.failed])
        #expect(phone.faults.isEmpty)
    }
}
