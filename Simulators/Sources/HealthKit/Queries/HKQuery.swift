public import Foundation
import Synchronization

/// The limit that means "no limit".
public let HKObjectQueryNoLimit = 0

/// A query of the store.
///
/// Each query can be executed once.
open class HKQuery: NSObject, @unchecked Sendable {
    // Unchecked, as are its subclasses: mutable state is behind a lock, the rest is `let`.

    private struct Phase {
        var wasExecuted = false
        var isStopped = false
    }

    /// The types with their predicates.
    package let scopes: [QueryScope]
    /// The predicate; `nil` when there is none or several.
    public let predicate: NSPredicate?
    private let phase = Mutex(Phase())

    init(scopes: [QueryScope], predicate: NSPredicate?) {
        self.scopes = scopes
        self.predicate = predicate
        super.init()
    }

    /// The type; `nil` when there are several.
    public var objectType: HKObjectType? { scopes.count == 1 ? scopes.first?.type : nil }

    /// Whether the query was stopped or has ended.
    package var isStopped: Bool { phase.withLock(\.isStopped) }

    /// Marks the query as executed; a second execution is a programmer error.
    func markExecuted() {
        let isFirst = phase.withLock { phase in
            defer { phase.wasExecuted = true }
            return !phase.wasExecuted
        }
        precondition(isFirst, "A query can be executed only once: create a new one.")
    }

    func markStopped() {
        phase.withLock { $0.isStopped = true }
    }

    /// Whether the query stays active after its first result.
    var isLongRunning: Bool { false }

    /// Executes the query for the first time.
    func start(in database: HealthDatabase, generation: Int) {}

    /// Handles a change of samples that may match.
    func update(_ change: QueryChange, in database: HealthDatabase, generation: Int) {}
}

/// A type with a predicate.
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

/// A change as delivered to a long-running query.
struct QueryChange {
    /// The types that changed.
    let types: Set<HKSampleType>
    /// The completion handler for the app.
    let completion: @Sendable () -> Void
}

/// A type with a predicate, for queries of several types.
public final class HKQueryDescriptor: NSObject, @unchecked Sendable {
    // Unchecked: all state is `let`, and predicates are immutable.

    /// The type.
    public let sampleType: HKSampleType
    /// The predicate; all samples when `nil`.
    public let predicate: NSPredicate?

    /// A descriptor for a type and a predicate.
    public init(sampleType: HKSampleType, predicate: NSPredicate?) {
        self.sampleType = sampleType
        self.predicate = predicate
        super.init()
    }

    var scope: QueryScope { QueryScope(sampleType, predicate) }
}
