// BackgroundTasks can be imported on macOS, but its API is unavailable there.
#if canImport(BackgroundTasks) && !os(macOS)
package import BackgroundTasks
import Foundation
package import TrendyKit
import TrendyModel

/// Schedules background tasks with `BGTaskScheduler`.
///
/// Create it at launch, and register all tasks before the launch ends.
package final class SystemTaskScheduler: BackgroundTaskScheduling, @unchecked Sendable {
    // Unchecked: the scheduler is a singleton and thread-safe.

    private let scheduler: BGTaskScheduler

    /// Creates an adapter over the app's scheduler.
    package init(_ scheduler: BGTaskScheduler = .shared) {
        self.scheduler = scheduler
    }

    /// Registers the launch handler of an identifier; the system calls it on a background queue.
    package func register(
        _ identifier: String,
        launch: @escaping @Sendable (any BackgroundTask) -> Void
    ) -> Bool {
        scheduler.register(forTaskWithIdentifier: identifier, using: nil) { task in
            launch(SystemTask(task))
        }
    }

    /// Submits a request; it replaces a pending request with the same identifier.
    package func submit(_ request: BackgroundTaskRequest) throws(BackgroundTaskRefusal) {
        do {
            try scheduler.submit(Self.translate(request))
        } catch let error as BGTaskScheduler.Error {
            throw BackgroundTaskRefusal(error.code)
        } catch {
            throw .unavailable
        }
    }

    /// Cancels a pending request.
    package func cancel(_ identifier: String) {
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

    /// A running `BGTask`.
    private struct SystemTask: BackgroundTask, @unchecked Sendable {
        // Unchecked: a task may be completed from any thread, and its expiration handler is set
        // before the task is passed on.
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
