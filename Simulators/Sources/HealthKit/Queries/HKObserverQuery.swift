public import Foundation

/// The completion handler of an update.
public typealias HKObserverQueryCompletionHandler = () -> Void

/// An observer query, which signals that matching samples changed, without the changes.
///
/// It is called directly after its execution, and then after saves and deletions; several of these
/// can be combined into one call.
public final class HKObserverQuery: HKQuery, @unchecked Sendable {
    private let handler:
        @Sendable (
            HKObserverQuery, Set<HKSampleType>?, @escaping HKObserverQueryCompletionHandler,
            (any Error)?
        ) -> Void

    /// An observer of one type.
    public init(
        sampleType: HKSampleType,
        predicate: NSPredicate?,
        updateHandler:
            @escaping @Sendable (
                HKObserverQuery, @escaping HKObserverQueryCompletionHandler, (any Error)?
            ) -> Void
    ) {
        handler = { query, _, completion, error in updateHandler(query, completion, error) }
        super.init(scopes: [QueryScope(sampleType, predicate)], predicate: predicate)
    }

    /// An observer of several types; it receives the types that changed.
    public init(
        queryDescriptors: [HKQueryDescriptor],
        updateHandler:
            @escaping @Sendable (
                HKObserverQuery, Set<HKSampleType>?, @escaping HKObserverQueryCompletionHandler,
                (any Error)?
            ) -> Void
    ) {
        handler = updateHandler
        super.init(scopes: queryDescriptors.map(\.scope), predicate: nil)
    }

    override var isLongRunning: Bool { true }

    override func start(in database: HealthDatabase, generation: Int) {
        database.observeInitially(self, generation: generation)
    }

    override func update(_ change: QueryChange, in database: HealthDatabase, generation: Int) {
        database.count { $0.observerCallbacks += 1 }
        handler(self, change.types, change.completion, nil)
    }

    func fail(_ error: any Error) {
        handler(self, nil, {}, error)
    }
}
