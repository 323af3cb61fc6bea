// BackgroundTasks: an implementation of Apple's framework over a simulated phone whose idle times
// and switches a test controls.

public import Dispatch
public import Foundation
import SimulatedPhone

/// Schedules an app's background tasks.
///
/// A scheduler belongs to the process that obtained it; its calls have no effect after the process
/// has ended. Handlers are called on the phone's timeline, whatever queue is passed.
open class BGTaskScheduler: NSObject {
    private let system: TaskSystem
    private let generation: Int

    private init(_ phone: Phone) {
        system = .of(phone)
        generation = phone.generation
    }

    /// The scheduler of the current process.
    open class var shared: BGTaskScheduler {
        let phone = Phone.ofCaller("BGTaskScheduler.shared")
        precondition(
            phone.process != .notRunning,
            "BGTaskScheduler.shared belongs to a process: launch the app on the phone first."
        )
        return BGTaskScheduler(phone)
    }

    /// Registers the launch handler of an identifier, once for each and before the launch ends.
    ///
    /// Any other call ends the process.
    ///
    /// - Returns: whether the property list permits the identifier.
    open func register(
        forTaskWithIdentifier identifier: String,
        using queue: DispatchQueue?,
        launchHandler: @escaping (BGTask) -> Void
    ) -> Bool {
        system.register(identifier, LaunchHandler(call: launchHandler), generation)
    }

    /// Submits a request.
    ///
    /// It replaces a pending request with the same identifier.
    open func submit(_ taskRequest: BGTaskRequest) throws {
        let request = system.taskRequest(taskRequest)
        if let code = system.submit(request, generation) { throw Error(code) }
    }

    /// Cancels a pending request.
    open func cancel(taskRequestWithIdentifier identifier: String) {
        system.cancel(generation) { $0 == identifier }
    }

    /// Cancels all pending requests.
    open func cancelAllTaskRequests() {
        system.cancel(generation) { _ in true }
    }

    /// Passes copies of the pending requests to a handler.
    open func getPendingTaskRequests(
        completionHandler: @escaping @Sendable ([BGTaskRequest]) -> Void
    ) {
        let requests = system.pending(generation)
        system.deliver(to: generation) { completionHandler(requests.map(\.request)) }
    }

    /// Returns copies of the pending requests.
    open func pendingTaskRequests() async -> [BGTaskRequest] {
        system.pending(generation).map(\.request)
    }
}
