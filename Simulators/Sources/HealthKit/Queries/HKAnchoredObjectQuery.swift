public import Foundation
import SimulatedHealthBehavior
import Synchronization

/// An anchored object query: changes since an anchor, in the order in which they reached the store.
///
/// With an update handler it is long-running; otherwise it returns once.
public final class HKAnchoredObjectQuery: HKQuery, @unchecked Sendable {
    typealias Handler =
        @Sendable (
            HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?
        ) -> Void

    private struct Progress {
        var anchor: HKQueryAnchor?
        var updateHandler: Handler?
    }

    /// The largest number of samples and deleted objects together.
    let limit: Int
    private let handler: Handler
    private let progress: Mutex<Progress>

    /// A query for changes of one type.
    public convenience init(
        type: HKSampleType,
        predicate: NSPredicate?,
        anchor: HKQueryAnchor?,
        limit: Int,
        resultsHandler:
            @escaping @Sendable (
                HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?,
                (any Error)?
            ) -> Void
    ) {
        self.init([QueryScope(type, predicate)], predicate, anchor, limit, resultsHandler)
    }

    /// A query for changes of several types, which share the anchor and the limit.
    public convenience init(
        queryDescriptors: [HKQueryDescriptor],
        anchor: HKQueryAnchor?,
        limit: Int,
        resultsHandler:
            @escaping @Sendable (
                HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?,
                (any Error)?
            ) -> Void
    ) {
        self.init(queryDescriptors.map(\.scope), nil, anchor, limit, resultsHandler)
    }

    init(
        _ scopes: [QueryScope],
        _ predicate: NSPredicate?,
        _ anchor: HKQueryAnchor?,
        _ limit: Int,
        _ handler: @escaping Handler
    ) {
        self.limit = limit
        self.handler = handler
        progress = Mutex(Progress(anchor: anchor))
        super.init(scopes: scopes, predicate: predicate)
    }

    /// Called with changes after the first results; set it before executing the query.
    public var updateHandler:
        (
            @Sendable (
                HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?,
                (any Error)?
            ) -> Void
        )?
    {
        get { progress.withLock(\.updateHandler) }
        set { progress.withLock { $0.updateHandler = newValue } }
    }

    override var isLongRunning: Bool { updateHandler != nil }

    override func start(in database: HealthDatabase, generation: Int) {
        readPage(in: database, generation: generation, isUpdate: false, handler)
    }

    override func update(_ change: QueryChange, in database: HealthDatabase, generation: Int) {
        guard let updateHandler else { return }
        readPage(in: database, generation: generation, isUpdate: true, updateHandler)
    }

    private func readPage(
        in database: HealthDatabase,
        generation: Int,
        isUpdate: Bool,
        _ handler: @escaping Handler
    ) {
        let (scopes, limit) = (scopes, isUpdate ? HKObjectQueryNoLimit : limit)
        let randomness = database.randomness
        database.evaluate(self, generation: generation) { state in
            // Two updates may be scheduled: each starts from the anchor of the previous one.
            let anchor = self.progress.withLock(\.anchor)
            let page = try state.page(scopes, after: anchor, limit: limit, randomness)
            self.progress.withLock { $0.anchor = page.anchor }
            return page
        } deliver: { [self] result in
            switch result {
            case .success(let page):
                if isUpdate, page.samples.isEmpty, page.deleted.isEmpty { return }
                handler(self, page.samples, page.deleted, page.anchor, nil)
            case .failure(let error):
                handler(self, nil, nil, nil, error)
                if isUpdate, !database.behavior.anchoredUpdatesSurviveErrors {
                    database.stop(self)
                }
            }
        }
    }
}
