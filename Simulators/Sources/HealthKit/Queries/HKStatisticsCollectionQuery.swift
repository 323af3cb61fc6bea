public import Foundation
import SimulatedHealthBehavior
import SimulatedPhone
import Synchronization

/// A statistics collection query; with an update handler it is long-running.
public final class HKStatisticsCollectionQuery: HKQuery, @unchecked Sendable {
    private struct Handlers {
        var initial:
            (
                @Sendable (HKStatisticsCollectionQuery, HKStatisticsCollection?, (any Error)?) ->
                    Void
            )?
        var update:
            (
                @Sendable (
                    HKStatisticsCollectionQuery, HKStatistics?, HKStatisticsCollection?,
                    (any Error)?
                ) -> Void
            )?
        /// The handler of descriptors, with the changed statistics.
        var change: (@Sendable (HKStatisticsCollection?, [HKStatistics]?, (any Error)?) -> Void)?
        /// The last delivered collection.
        var latest: HKStatisticsCollection?
    }

    /// The start of the first interval.
    public let anchorDate: Date
    /// The length of an interval.
    public let intervalComponents: DateComponents
    /// The statistics to compute.
    public let options: HKStatisticsOptions
    private let type: HKQuantityType
    private let handlers = Mutex(Handlers())

    /// A query for the statistics of a quantity; set the handlers before executing it.
    public init(
        quantityType: HKQuantityType,
        quantitySamplePredicate: NSPredicate?,
        options: HKStatisticsOptions = [],
        anchorDate: Date,
        intervalComponents: DateComponents
    ) {
        StatisticsWork.check(options, for: quantityType)
        type = quantityType
        self.options = options
        self.anchorDate = anchorDate
        self.intervalComponents = intervalComponents
        super.init(
            scopes: [QueryScope(quantityType, quantitySamplePredicate)],
            predicate: quantitySamplePredicate
        )
    }

    /// Called with the first results.
    public var initialResultsHandler:
        (@Sendable (HKStatisticsCollectionQuery, HKStatisticsCollection?, (any Error)?) -> Void)?
    {
        get { handlers.withLock(\.initial) }
        set { handlers.withLock { $0.initial = newValue } }
    }

    /// Called with changes after the first results.
    public var statisticsUpdateHandler:
        (
            @Sendable (
                HKStatisticsCollectionQuery, HKStatistics?, HKStatisticsCollection?, (any Error)?
            ) -> Void
        )?
    {
        get { handlers.withLock(\.update) }
        set { handlers.withLock { $0.update = newValue } }
    }

    var changeHandler: (@Sendable (HKStatisticsCollection?, [HKStatistics]?, (any Error)?) -> Void)?
    {
        get { handlers.withLock(\.change) }
        set { handlers.withLock { $0.change = newValue } }
    }

    override var isLongRunning: Bool {
        handlers.withLock { $0.update != nil || $0.change != nil }
    }

    override func start(in database: HealthDatabase, generation: Int) {
        compute(in: database, generation: generation) { [self] result in
            switch result {
            case .success(let collection):
                handlers.withLock { $0.latest = collection }
                initialResultsHandler?(self, collection, nil)
            case .failure(let error): initialResultsHandler?(self, nil, error)
            }
        }
    }

    override func update(_ change: QueryChange, in database: HealthDatabase, generation: Int) {
        compute(in: database, generation: generation) { [self] result in
            switch result {
            case .success(let collection):
                let earlier = handlers.withLock { handlers in
                    defer { handlers.latest = collection }
                    return handlers.latest
                }
                let changed = earlier.map { collection.changes(since: $0) }
                statisticsUpdateHandler?(self, changed?.last, collection, nil)
                changeHandler?(collection, changed, nil)
            case .failure(let error):
                statisticsUpdateHandler?(self, nil, nil, error)
                changeHandler?(nil, nil, error)
                if !database.behavior.statisticsUpdatesSurviveErrors { database.stop(self) }
            }
        }
    }

    private func compute(
        in database: HealthDatabase,
        generation: Int,
        _ deliver: @escaping @Sendable (Result<HKStatisticsCollection, any Error>) -> Void
    ) {
        let (type, options, scopes) = (type, options, scopes)
        let zone = database.phone?.timeZone ?? .gmt
        let grid = BucketGrid(anchor: anchorDate, interval: intervalComponents, zone: zone)
        database.evaluate(self, generation: generation) { state in
            let measurements = try scopes.flatMap { try state.measurements($0) }
            return StatisticsWork(type: type, options: options, measurements: measurements)
                .collection(grid)
        } deliver: { result in
            deliver(result)
        }
    }
}
