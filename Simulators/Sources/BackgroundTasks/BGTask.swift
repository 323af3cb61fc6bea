public import Foundation
import SimulatedTasksBehavior
import Synchronization

/// Time in the background that the system granted: one of its subclasses.
open class BGTask: NSObject {
    private struct Handler: @unchecked Sendable {
        // Unchecked: it is called once, on the phone's timeline, as Apple's is on a queue.
        var call: (() -> Void)?
    }

    private let system: TaskSystem
    private let number: Int
    private let generation: Int
    private let handler = Mutex(Handler())

    /// The identifier it was asked for under.
    public let identifier: String

    init(system: TaskSystem, number: Int, identifier: String, generation: Int) {
        self.system = system
        self.number = number
        self.generation = generation
        self.identifier = identifier
    }

    /// Called shortly before the time is over, and then forgotten.
    open var expirationHandler: (() -> Void)? {
        get { handler.withLock { $0 }.call }
        set {
            let new = Handler(call: newValue)
            handler.withLock { $0 = new }
        }
    }

    /// Gives the time back.
    open func setTaskCompleted(success: Bool) {
        // What a process still lets go of as it ends reaches nobody.
        guard system.isAlive(generation) else { return }
        system.complete(number, as: success ? .succeeded : .failed, identifier)
    }

    /// Tells the app that the time is over.
    ///
    /// - Returns: whether there was anybody to tell.
    func expire() -> Bool {
        guard let call = handler.withLock({ $0 }).call else { return false }
        call()
        expirationHandler = nil
        return true
    }
}

/// A short while.
open class BGAppRefreshTask: BGTask {}

/// Minutes, while the device is idle.
open class BGProcessingTask: BGTask {}
