public import Foundation
import Synchronization

/// The limit that stands for none.
public let HKObjectQueryNoLimit = 0

/// A question to the store; each can be executed once.
open class HKQuery: NSObject, @unchecked Sendable {
    // Unchecked, as its subclasses: what can change is behind a lock, the rest is `let`.

    private struct Phase {
        var wasExecuted = false
        var isStopped = false
    }

    /// Types and predicates, taken apart.
    package let scopes: [QueryScope]
    /// The predicate; `nil` when there is none, or several.
    public let predicate: NSPredicate?
    private let phase = Mutex(Phase())

    init(scopes: [QueryScope], predicate: NSPredicate?) {
        self.scopes = scopes
        self.predicate = predicate
        super.init()
    }

    /// The type; `nil` when there are several.
    public var objectType: HKObjectType? { scopes.count == 1 ? scopes.first?.type : nil }

    /// Whether `stop(_:)` was called on it, or it ended by itself.
    package var isStopped: Bool { phase.withLock(\.isStopped) }

    /// Marks it as executed; a second time is a programmer's mistake.
    func markExecuted() {
        let isFirst = phase.withLock { phase in
            defer { phase.wasExecuted = true }
            return !phase.wasExecuted
        }
        precondition(isFirst, "A query can be executed only once: make a new one.")
    }

    func markStopped() {
        phase.withLock { $0.isStopped = true }
    }

    /// Whether it stays in the store and hears of changes.
    var isLongRunning: Bool { false }

    /// Asks the store for the first time.
    func start(in database: HealthDatabase, generation: Int) {}

    /// Something that it may mean was saved or deleted.
    func update(_ change: QueryChange, in database: HealthDatabase, generation: Int) {}
}

/// A type and which samples of it.
package struct QueryScope: Sendable {
    package let type: HKSampleType
    package let filter: SampleFilter

    init(type: HKSampleType, filter: SampleFilter) {
        self.type = type
        self.filter = filter
    }

    package init(_ type: HKSampleType, _ predicate: NSPredicate?) {
        self.type = type
        filter = SampleFilter(predicate)
    }
}

/// What a long-running query is told.
struct QueryChange {
    /// The types that changed.
    let types: Set<HKSampleType>
    /// What the app calls when it is done.
    let completion: @Sendable () -> Void
}

/// A type and a predicate, for queries of several types.
public final class HKQueryDescriptor: NSObject, @unchecked Sendable {
    // Unchecked: all state is `let`, and predicates cannot be changed.

    /// The type.
    public let sampleType: HKSampleType
    /// Which samples of it; all when `nil`.
    public let predicate: NSPredicate?

    /// A type and which samples of it.
    public init(sampleType: HKSampleType, predicate: NSPredicate?) {
        self.sampleType = sampleType
        self.predicate = predicate
        super.init()
    }

    var scope: QueryScope { QueryScope(sampleType, predicate) }
}
