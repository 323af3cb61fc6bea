package import Foundation

/// A predicate in a form that lets the store use its indexes.
package indirect enum SampleFilter: Sendable {
    case all
    case window(start: Date?, end: Date?, options: HKQueryOptions)
    case uuids(Set<UUID>)
    case workout(UUID)
    case sources(Set<String>)
    case activity(HKWorkoutActivityType)
    case metadata(key: String)
    case every([SampleFilter])
    case any([SampleFilter])
    case not(SampleFilter)
    case custom(ForeignPredicate)

    /// A predicate that was not created by this module.
    package struct ForeignPredicate: @unchecked Sendable {
        // Unchecked: predicates are immutable; values that a block predicate captures are its
        // author's responsibility, as with Apple's.
        let predicate: NSPredicate
    }

    package init(_ predicate: NSPredicate?) {
        switch predicate {
        case nil: self = .all
        case let own as SamplePredicate: self = own.filter
        case let compound as NSCompoundPredicate:
            let parts = compound.subpredicates.map { SampleFilter($0) }
            switch compound.compoundPredicateType {
            case .and: self = .every(parts)
            case .or: self = .any(parts)
            case .not: self = .not(.any(parts))
            }
        case let foreign?: self = .custom(ForeignPredicate(predicate: foreign))
        }
    }

    /// Whether a sample matches; `members` returns the samples of a workout.
    func matches(_ sample: HKSample, members: (UUID) -> Set<UUID>) -> Bool {
        switch self {
        case .all: return true
        case .window(let start, let end, let options):
            if let start {
                let date = options.contains(.strictStartDate) ? sample.startDate : sample.endDate
                if date < start { return false }
            }
            if let end {
                if sample.startDate >= end { return false }
                if options.contains(.strictEndDate), sample.endDate > end { return false }
            }
            return true
        case .uuids(let uuids): return uuids.contains(sample.uuid)
        case .workout(let uuid): return members(uuid).contains(sample.uuid)
        case .sources(let bundles): return bundles.contains(sample.source.bundleIdentifier)
        case .activity(let activity):
            return (sample as? HKWorkout)?.workoutActivityType == activity
        case .metadata(let key): return sample.metadata?[key] != nil
        case .every(let parts): return parts.allSatisfy { $0.matches(sample, members: members) }
        case .any(let parts): return parts.contains { $0.matches(sample, members: members) }
        case .not(let part): return !part.matches(sample, members: members)
        case .custom(let foreign): return foreign.predicate.evaluate(with: sample)
        }
    }

    /// A time window that contains all matches.
    var window: (start: Date?, end: Date?) {
        switch self {
        case .window(let start, let end, _): return (start, end)
        case .every(let parts):
            let windows = parts.map(\.window)
            return (windows.compactMap(\.start).max(), windows.compactMap(\.end).min())
        default: return (nil, nil)
        }
    }

    /// The identifiers of all possible matches; `nil` when unknown.
    func uuids(members: (UUID) -> Set<UUID>) -> Set<UUID>? {
        switch self {
        case .uuids(let uuids): return uuids
        case .workout(let uuid): return members(uuid)
        case .every(let parts):
            for part in parts {
                if let uuids = part.uuids(members: members) { return uuids }
            }
            return nil
        default: return nil
        }
    }
}
