import Foundation
import Synchronization

/// Notices tasks of a simulation that another thread goes on with.
///
/// Such a task was resumed by code that has left the simulation (a Dispatch queue, an event loop),
/// and nothing that it does from then on comes from the seed. A task that comes back to an actor is
/// seen once it leaves that actor, or uses the simulation: the job that runs an actor does not say
/// whose it is.
final class ExecutorEscapeDetector: Sendable {
    private struct Running {
        var watches: [ObjectIdentifier: ExecutorEscapeDetector] = [:]
    }

    private static let running = Mutex(Running())
    private static let count = Atomic<Int>(0)

    private let tasks = Mutex<Set<UInt64>>([])
    private let hasEscape = Atomic<Bool>(false)
    private let description = Mutex<String?>(nil)

    func begin() {
        Self.running.withLock { $0.watches[ObjectIdentifier(self)] = self }
        Self.count.add(1, ordering: .relaxed)
    }

    func end() {
        Self.running.withLock { $0.watches[ObjectIdentifier(self)] = nil }
        Self.count.subtract(1, ordering: .relaxed)
    }

    /// A job of the simulation, on the simulation's thread.
    func follow(_ job: UnownedJob) {
        guard let id = job.taskID else { return }
        tasks.withLock { _ = $0.insert(id) }
    }

    /// Something that only the simulation's thread may do was done on this one.
    func tell(_ what: String) {
        let callers = SymbolNames.ofCallers().joined(separator: " < ")
        description.withLock { $0 = $0 ?? "\(what): \(callers)" }
        hasEscape.store(true, ordering: .releasing)
    }

    /// What left the simulation, if something did.
    var escape: String? {
        hasEscape.load(ordering: .acquiring) ? description.withLock { $0 } : nil
    }

    /// Waits a moment of true time for something to come back on another thread.
    func waitForEscape() -> String? {
        for _ in 0..<500 {
            if let escape { return escape }
            usleep(1000)
        }
        return nil
    }

    /// A job that is handed to the platform, on a thread without a simulation.
    static func notice(_ job: UnownedJob) {
        guard count.load(ordering: .relaxed) > 0, let id = job.taskID else { return }
        let watches = running.withLock { Array($0.watches.values) }
        for watch in watches where watch.tasks.withLock({ $0.contains(id) }) {
            watch.tell("another thread resumed a task")
        }
    }
}
