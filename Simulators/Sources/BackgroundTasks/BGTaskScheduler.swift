// BackgroundTasks: Apple's framework as an app sees it, over a phone whose idle times and switches
// a test decides.

public import Dispatch
public import Foundation
import SimulatedPhone

/// Runs an app's tasks in the background, when the system finds it fit.
///
/// It belongs to the process that took it: once that is gone, nothing that is asked of it happens.
/// Handlers are called on the phone's timeline, whatever queue is given.
open class BGTaskScheduler: NSObject {
    private let system: TaskSystem
    private let generation: Int

    private init(_ phone: Phone) {
        system = .of(phone)
        generation = phone.generation
    }

    /// The scheduler of the current phone's process.
    open class var shared: BGTaskScheduler {
        let phone = Phone.ofCaller("BGTaskScheduler.shared")
        precondition(
            phone.process != .notRunning,
            "BGTaskScheduler.shared belongs to a process: launch the app on the phone first."
        )
        return BGTaskScheduler(phone)
    }

    /// Says what runs for an identifier: once for each, before the launch ends; everything else
    /// ends the process.
    ///
    /// - Returns: whether the property list permits the identifier.
    open func register(
        forTaskWithIdentifier identifier: String,
        using queue: DispatchQueue?,
        launchHandler: @escaping (BGTask) -> Void
    ) -> Bool {
        system.register(identifier, LaunchHandler(call: launchHandler), generation)
    }

    /// Asks for time; a pending request of the same identifier is replaced.
    open func submit(_ taskRequest: BGTaskRequest) throws {
        let wish = system.wish(taskRequest)
        if let code = system.submit(wish, generation) { throw Error(code) }
    }

    /// Takes a request back.
    open func cancel(taskRequestWithIdentifier identifier: String) {
        system.cancel(generation) { $0 == identifier }
    }

    /// Takes all requests back.
    open func cancelAllTaskRequests() {
        system.cancel(generation) { _ in true }
    }

    /// The requests that are pending, as copies.
    open func getPendingTaskRequests(
        completionHandler: @escaping @Sendable ([BGTaskRequest]) -> Void
    ) {
        let wishes = system.pending(generation)
        system.deliver(to: generation) { completionHandler(wishes.map(\.request)) }
    }

    /// The requests that are pending, as copies.
    open func pendingTaskRequests() async -> [BGTaskRequest] {
        system.pending(generation).map(\.request)
    }
}
