// BackgroundTasks is there on macOS as well, but none of it may be used.
#if canImport(BackgroundTasks) && !os(macOS)
public import BackgroundTasks
import Foundation
public import TrendyKit
import TrendyModel

/// Background tasks by `BGTaskScheduler`.
///
/// Make it at launch, and register everything before the launch ends.
public final class SystemTaskScheduler: BackgroundTaskScheduling, @unchecked Sendable {
    // Unchecked: the scheduler is one for the process, and may be asked from any thread.

    private let scheduler: BGTaskScheduler

    /// The app's scheduler.
    public init(_ scheduler: BGTaskScheduler = .shared) {
        self.scheduler = scheduler
    }

    /// Says what runs for an identifier; the system calls it on a queue of its own.
    public func register(
        _ identifier: String,
        launch: @escaping @Sendable (any BackgroundTask) -> Void
    ) -> Bool {
        scheduler.register(forTaskWithIdentifier: identifier, using: nil) { task in
            launch(SystemTask(task))
        }
    }

    /// Asks for time; a pending request of the same identifier is replaced.
    public func submit(_ request: BackgroundTaskRequest) throws(BackgroundTaskRefusal) {
        do {
            try scheduler.submit(Self.translate(request))
        } catch let error as BGTaskScheduler.Error {
            throw BackgroundTaskRefusal(error.code)
        } catch {
            throw .unavailable
        }
    }

    /// Takes a request back.
    public func cancel(_ identifier: String) {
        scheduler.cancel(taskRequestWithIdentifier: identifier)
    }

    private static func translate(_ request: BackgroundTaskRequest) -> BGTaskRequest {
        let translated: BGTaskRequest
        switch request.kind {
        case .refresh:
            translated = BGAppRefreshTaskRequest(identifier: request.identifier)
        case .processing(let needsNetwork, let needsPower):
            let processing = BGProcessingTaskRequest(identifier: request.identifier)
            processing.requiresNetworkConnectivity = needsNetwork
            processing.requiresExternalPower = needsPower
            translated = processing
        }
        translated.earliestBeginDate = request.earliestBegin.map { Date($0) }
        return translated
    }

    /// Time that the system grants.
    private struct SystemTask: BackgroundTask, @unchecked Sendable {
        // Unchecked: Apple lets a task be completed from any thread; its handler is set before the
        // task is handed on.
        private let task: BGTask

        init(_ task: BGTask) {
            self.task = task
        }

        var identifier: String { task.identifier }

        func onExpiration(_ handler: @escaping @Sendable () -> Void) {
            task.expirationHandler = handler
        }

        func complete(success: Bool) { task.setTaskCompleted(success: success) }
    }
}

extension BackgroundTaskRefusal {
    fileprivate init(_ code: BGTaskScheduler.Error.Code) {
        switch code {
        case .tooManyPendingTaskRequests: self = .tooMany
        case .notPermitted: self = .notPermitted
        default: self = .unavailable
        }
    }
}
#endif
