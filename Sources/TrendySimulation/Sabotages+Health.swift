import Foundation
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyStore

extension Sabotage {
    static var health: [Sabotage] {
        [
            make("anchor-first", "The anchor of health data is stored before what was read") {
                $0.health = { AnchorFirst(base: $0, store: $1.engine.store) }
                $0.faults = {
                    $0.diskFaults = .seconds(6 * 3600)
                    $0.imports = .seconds(12 * 3600)
                }
            },
            make("deletions-unseen", "Samples that were deleted still count") {
                $0.health = { source, _ in DeletionsUnseen(base: source) }
                $0.faults = { $0.restorations = nil }
            },
            make("days-of-utc", "A day is that of UTC, wherever the person is") {
                $0.zones = ZoneHistory(.gmt)
            },
        ]
    }
}

/// Stores the anchor as soon as it is known.
private struct AnchorFirst: HealthSource {
    let base: FakeHealthSource
    let store: DeviceStore

    var sources: [HealthSourceDescription] { base.sources }

    var hasStamps: Bool { base.hasStamps }
    var flaws: [SampleFlaw: Int] { base.flaws }

    func changes(
        of category: HealthCategory,
        since anchor: [UInt8]?,
        limit: Int
    ) async throws -> HealthChanges {
        let changes = base.changes(of: category, since: anchor, limit: limit)
        let day = CalendarDay(daysSinceEpoch: 0)
        _ = try await store.apply(
            DerivedPage(
                category: category.rawValue,
                days: day...day,
                eventTypes: [],
                results: [],
                anchor: changes.anchor,
                isAuthoritative: false
            )
        )
        return changes
    }

    func samples(of category: HealthCategory, in span: Range<Instant>) -> [HealthSample] {
        base.samples(of: category, in: span)
    }

    func workouts(startingIn span: Range<Instant>) -> [WorkoutSample] { [] }
}

/// Hands out what was deleted as well.
private struct DeletionsUnseen: HealthSource {
    let base: FakeHealthSource

    var sources: [HealthSourceDescription] { base.sources }

    var hasStamps: Bool { base.hasStamps }
    var flaws: [SampleFlaw: Int] { base.flaws }

    func changes(
        of category: HealthCategory,
        since anchor: [UInt8]?,
        limit: Int
    ) -> HealthChanges {
        base.changes(of: category, since: anchor, limit: limit)
    }

    func samples(of category: HealthCategory, in span: Range<Instant>) -> [HealthSample] {
        base.samples(of: category, in: span, withDeleted: true)
    }

    func workouts(startingIn span: Range<Instant>) -> [WorkoutSample] { [] }
}
