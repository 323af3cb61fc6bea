import Foundation
import Synchronization

/// Detects tasks of a simulation that continue on another thread.
///
/// Code outside of the simulation (a Dispatch queue, an event loop) resumed such a task, so its
/// further execution does not depend on the seed alone. A task that returns to an actor is detected
/// once it leaves that actor or uses the simulation, because the job that runs an actor does not
/// identify the task.
final class ExecutorEscapeDetector: Sendable {
    private struct Running {
        var detectors: [ObjectIdentifier: ExecutorEscapeDetector] = [:]
    }

    private static let running = Mutex(Running())
    private static let count = Atomic<Int>(0)

    private let tasks = Mutex<Set<UInt64>>([])
    private let hasEscape = Atomic<Bool>(false)
    private let description = Mutex<String?>(nil)

    func begin() {
        Self.running.withLock { $0.detectors[ObjectIdentifier(self)] = self }
        Self.count.add(1, ordering: .relaxed)
    }

    func end() {
        Self.running.withLock { $0.detectors[ObjectIdentifier(self)] = nil }
        Self.count.subtract(1, ordering: .relaxed)
    }

    /// Registers a job of the simulation, on the simulation's thread.
    func follow(_ job: UnownedJob) {
        guard let id = job.taskID else { return }
        tasks.withLock { _ = $0.insert(id) }
    }

    /// Records that another thread called an operation that is reserved for the simulation's
    /// thread.
    func recordEscape(_ what: String) {
        let callers = SymbolNames.ofCallers().joined(separator: " < ")
        description.withLock { $0 = $0 ?? "\(what): \(callers)" }
        hasEscape.store(true, ordering: .releasing)
    }

    /// A description of the escape, if one was detected.
    var escape: String? {
        hasEscape.load(ordering: .acquiring) ? description.withLock { $0 } : nil
    }

    /// Waits briefly in real time for an escaped task to appear on another thread.
    func waitForEscape() -> String? {
        for _ in 0..<500 {
            if let escape { return escape }
            usleep(1000)
        }
        return nil
    }

    /// Checks a job that is enqueued on the platform's executor by a thread without a simulation.
    static func notice(_ job: UnownedJob) {
        guard count.load(ordering: .relaxed) > 0, let id = job.taskID else { return }
        let detectors = running.withLock { Array($0.detectors.values) }
        for detector in detectors where detector.tasks.withLock({ $0.contains(id) }) {
            detector.recordEscape("another thread resumed a task")
        }
    }
}
