import Foundation
import SimulatedBackgroundTasks
import SimulatedPhone
import Synchronization
import Testing
import TrendyApple
import TrendyKit
import TrendyModel

struct SystemTaskSchedulerTests {
    private let timeline = ManualTimeline()
    private let phone: Phone
    private let handed = Handed()

    /// The tasks that the app was handed, and those that it was told to end.
    private final class Handed: Sendable {
        private let state = Mutex<(tasks: [any BackgroundTask], told: [String])>(([], []))
        var tasks: [any BackgroundTask] { state.withLock { $0.tasks } }
        var told: [String] { state.withLock { $0.told } }

        func take(_ task: any BackgroundTask) {
            state.withLock { $0.tasks.append(task) }
            task.onExpiration { self.state.withLock { $0.told.append(task.identifier) } }
        }
    }

    init() {
        phone = Phone(timeline: timeline, randomness: SeededRandomness(seed: 1))
        phone.backgroundTasks.permittedIdentifiers = ["a", "b", "c"]
        phone.launch(.user)
    }

    private var scheduler: SystemTaskScheduler { phone.run { SystemTaskScheduler() } }

    private func register(_ identifier: String) -> Bool {
        scheduler.register(identifier) { [handed] in handed.take($0) }
    }

    @Test("Only what the property list permits is registered")
    func register() {
        #expect(register("a"))
        #expect(!register("unknown"))
    }

    @Test("A request carries its identifier, kind, needs and date")
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

    @Test("Each refusal is told as what it is")
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

    @Test("A granted task is handed on, told of its end, and completed")
    func runs() throws {
        #expect(register("a"))
        try scheduler.submit(BackgroundTaskRequest(identifier: "a", kind: .refresh))
        phone.enterBackground()
        timeline.advance(by: .seconds(1))
        #expect(handed.tasks.map(\.identifier) == ["a"])

        timeline.advance(by: .seconds(30))
        #expect(handed.told == ["a"])
        handed.tasks[0].complete(success: false)

        #expect(phone.backgroundTasks.runs.map(\.outcome) == [.failed])
        #expect(phone.faults.isEmpty)
    }
}
