public import Foundation
import SimulatedPhone
import Synchronization

/// A query for activity summaries.
///
/// With an update handler it is long-running; otherwise it returns once.
@available(iOS 9.3, *)
public final class HKActivitySummaryQuery: HKQuery, @unchecked Sendable {
    typealias Handler =
        @Sendable (HKActivitySummaryQuery, [HKActivitySummary]?, (any Error)?) -> Void

    private struct Progress {
        var delivered: [ActivityDay: HKActivitySummary.Values] = [:]
        var updateHandler: Handler?

        /// Remembers summaries and returns those that differ from the remembered ones.
        mutating func note(_ summaries: [HKActivitySummary]) -> [HKActivitySummary] {
            summaries.filter { summary in
                guard let day = summary.day, delivered[day] != summary.values else { return false }
                delivered[day] = summary.values
                return true
            }
        }
    }

    private let handler: Handler
    private let progress = Mutex(Progress())

    /// A query for the summaries that match, or for all when `nil`, in order of their days.
    public init(
        predicate: NSPredicate?,
        resultsHandler handler:
            @escaping @Sendable (HKActivitySummaryQuery, [HKActivitySummary]?, (any Error)?) -> Void
    ) {
        self.handler = handler
        super.init(
            scopes: HealthState.activityTypes.map { QueryScope($0, nil) },
            predicate: predicate
        )
    }

    /// Called with the changed summaries after the first results; set it before executing the
    /// query.
    public var updateHandler:
        (@Sendable (HKActivitySummaryQuery, [HKActivitySummary]?, (any Error)?) -> Void)?
    {
        get { progress.withLock(\.updateHandler) }
        set { progress.withLock { $0.updateHandler = newValue } }
    }

    /// Activity summaries.
    override public var objectType: HKObjectType? { .activitySummaryType() }

    override var isLongRunning: Bool { updateHandler != nil }

    override func start(in database: HealthDatabase, generation: Int) {
        read(in: database, generation: generation, isUpdate: false, handler)
    }

    override func update(_ change: QueryChange, in database: HealthDatabase, generation: Int) {
        guard let updateHandler else { return }
        read(in: database, generation: generation, isUpdate: true, updateHandler)
    }

    private func read(
        in database: HealthDatabase,
        generation: Int,
        isUpdate: Bool,
        _ handler: @escaping Handler
    ) {
        let zone = database.phone?.timeZone ?? .gmt
        database.evaluate(self, generation: generation) { [self] state in
            try state.summaries(in: zone).filter { predicate?.evaluate(with: $0) ?? true }
        } deliver: { [self] result in
            switch result {
            case .success(let summaries):
                let changed = progress.withLock { $0.note(summaries) }
                if isUpdate, changed.isEmpty { return }
                handler(self, changed, nil)
            case .failure(let error): handler(self, nil, error)
            }
        }
    }
}

extension HKQuery {
    /// A predicate for the summary of a day; the components need a calendar.
    @available(iOS 9.3, *)
    public class func predicateForActivitySummary(
        with dateComponents: DateComponents
    ) -> NSPredicate {
        predicate(forActivitySummariesBetweenStart: dateComponents, end: dateComponents)
    }

    /// A predicate for the summaries between two days, both included; the components need a
    /// calendar.
    @available(iOS 9.3, *)
    public class func predicate(
        forActivitySummariesBetweenStart startDateComponents: DateComponents,
        end endDateComponents: DateComponents
    ) -> NSPredicate {
        let (first, last) = (ActivityDay(startDateComponents), ActivityDay(endDateComponents))
        return NSPredicate { object, _ in
            guard let day = (object as? HKActivitySummary)?.day else { return false }
            return first <= day && day <= last
        }
    }
}
