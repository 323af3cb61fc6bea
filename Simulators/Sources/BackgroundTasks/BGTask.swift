public import Foundation
import SimulatedTasksBehavior
import Synchronization

/// A background task that the system has granted; always one of the subclasses.
open class BGTask: NSObject {
    private struct Handler: @unchecked Sendable {
        // Unchecked: called once, on the phone's timeline, as Apple's is called on a queue.
        var call: (() -> Void)?
    }

    private let system: TaskSystem
    private let number: Int
    private let generation: Int
    private let handler = Mutex(Handler())

    /// The identifier of the request.
    public let identifier: String

    init(system: TaskSystem, number: Int, identifier: String, generation: Int) {
        self.system = system
        self.number = number
        self.generation = generation
        self.identifier = identifier
    }

    /// Called once, shortly before the task's time expires.
    open var expirationHandler: (() -> Void)? {
        get { handler.withLock { $0 }.call }
        set {
            let new = Handler(call: newValue)
            handler.withLock { $0 = new }
        }
    }

    /// Completes the task.
    open func setTaskCompleted(success: Bool) {
        // Completions from a process that has ended are ignored.
        guard system.isAlive(generation) else { return }
        system.complete(number, as: success ? .succeeded : .failed, identifier)
    }

    /// Calls the expiration handler.
    ///
    /// - Returns: whether the app had set one.
    func expire() -> Bool {
        guard let call = handler.withLock({ $0 }).call else { return false }
        call()
        expirationHandler = nil
        return true
    }
}

/// A short task for refreshing content.
open class BGAppRefreshTask: BGTask {}

/// A task of several minutes, run while the device is idle.
open class BGProcessingTask: BGTask {}
