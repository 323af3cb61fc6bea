import BackgroundTasks
import Foundation
import SimulatedAppServices
import SimulatedPhone
import Synchronization

/// An app with refresh and processing tasks, on a phone with a manual timeline.
final class TestApp: Sendable {
    static let refresh = "app.refresh"
    static let processing = "app.processing"

    let timeline = ManualTimeline()
    let phone: Phone
    private let tasks = Mutex<[TaskBox]>([])
    private let expired = Mutex<[String]>([])

    struct TaskBox: @unchecked Sendable {
        // Unchecked: tests run on one thread.
        let task: BGTask
    }

    init(handlesExpiration: Bool = true) {
        phone = Phone(timeline: timeline, randomness: SeededRandomness(seed: 1))
        let others = (0..<12).map { "app.processing.\($0)" }
        phone.backgroundTasks.permittedIdentifiers = Set(others + [Self.refresh, Self.processing])
        phone.onLaunchRequest = { [weak self] reason in
            self?.launch(reason, handlesExpiration: handlesExpiration)
        }
    }

    /// Launches the app, which registers its handlers.
    func launch(_ reason: LaunchReason = .user, handlesExpiration: Bool = true) {
        phone.launch(reason)
        for identifier in [Self.refresh, Self.processing] {
            _ = register(identifier, handlesExpiration: handlesExpiration)
        }
        timeline.run(until: timeline.now)
    }

    var scheduler: BGTaskScheduler { phone.run { BGTaskScheduler.shared } }

    func register(_ identifier: String, handlesExpiration: Bool = true) -> Bool {
        scheduler.register(forTaskWithIdentifier: identifier, using: nil) { [self] task in
            let box = TaskBox(task: task)
            tasks.withLock { $0.append(box) }
            guard handlesExpiration else { return }
            task.expirationHandler = { [self] in expired.withLock { $0.append(identifier) } }
        }
    }

    /// The tasks that the app received.
    var handed: [BGTask] { tasks.withLock { $0 }.map(\.task) }
    /// The identifiers of the tasks that expired.
    var expirations: [String] { expired.withLock { $0 } }

    func submitRefresh(after seconds: Double? = nil) throws {
        let request = BGAppRefreshTaskRequest(identifier: Self.refresh)
        request.earliestBeginDate = seconds.map { timeline.now.addingTimeInterval($0) }
        try scheduler.submit(request)
    }

    func submitProcessing(
        _ identifier: String = TestApp.processing,
        needsNetwork: Bool = false,
        needsPower: Bool = false
    ) throws {
        let request = BGProcessingTaskRequest(identifier: identifier)
        request.requiresNetworkConnectivity = needsNetwork
        request.requiresExternalPower = needsPower
        try scheduler.submit(request)
    }

    /// The person leaves the app and locks the phone.
    func putAway() {
        phone.enterBackground()
        phone.lock()
    }

    func pass(_ span: Duration) { timeline.advance(by: span) }
}

/// The error code that a call throws.
func code(_ body: () throws -> Void) -> BGTaskScheduler.Error.Code? {
    do {
        try body()
        return nil
    } catch {
        return (error as? BGTaskScheduler.Error)?.code
    }
}
