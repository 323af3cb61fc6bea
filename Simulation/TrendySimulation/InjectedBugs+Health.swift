import Foundation
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyStore

extension InjectedBug {
    static var health: [InjectedBug] {
        [
            make("anchor-first", "The health anchor is stored before its samples") {
                $0.health = { base, process in
                    BuggyHealthSource.changing(base) { [weak process] category, changes in
                        if let anchor = changes.anchor {
                            try await process?.engine.store.write {
                                try $0.health.update(
                                    category: category.rawValue,
                                    anchor: anchor
                                )
                            }
                        }
                        return changes
                    }
                }
                $0.faults = {
                    $0.diskFaults = .seconds(2 * 3600)
                    $0.imports = .seconds(12 * 3600)
                    $0.forgets = nil
                }
            },
            make("deletions-ignored", "Deleted samples are not queried") {
                $0.health = { base, _ in
                    BuggyHealthSource.changing(base) { _, changes in
                        var changes = changes
                        changes.deleted = []
                        return changes
                    }
                }
                $0.faults = {
                    $0.restorations = nil
                    $0.forgets = nil
                    $0.imports = .seconds(12 * 3600)
                }
            },
            make("utc-days", "Days are UTC days in every time zone") {
                $0.zones = ZoneHistory(.gmt)
            },
            make("unreadable-is-deleted", "Results without read access are deleted") {
                $0.health = { base, _ in
                    var source = BuggyHealthSource.changing(base) { $1 }
                    source.isNeverSilent = true
                    return source
                }
                $0.faults = {
                    $0.revocations = .seconds(12 * 3600)
                    $0.imports = .seconds(12 * 3600)
                    $0.forgets = nil
                }
            },
            make("sources-summed", "Overlapping samples of two sources are summed") {
                $0.health = { base, _ in
                    BuggyHealthSource.mapping(base) { _, _, samples in
                        samples.map { sample in
                            var sample = sample
                            sample.source = 0
                            return sample
                        }
                    }
                }
            },
            make("late-days-skipped", "Days with late samples are not recomputed") {
                $0.health = { base, process in
                    BuggyHealthSource.changing(base) { _, changes in
                        let latest = process.dependencies.wallClock.now() - .seconds(2 * 86_400)
                        var changes = changes
                        changes.spans = changes.spans.filter { $0.upperBound > latest }
                        return changes
                    }
                }
                $0.faults = {
                    $0.forgets = nil
                    $0.imports = .seconds(12 * 3600)
                    $0.maximumSkew = .zero
                    $0.clockJumps = nil
                }
            },
        ]
    }
}

/// A health source with some wrong answers.
struct BuggyHealthSource: ForwardingHealthSource {
    let base: any HealthSource
    let changed: @Sendable (HealthMetric, HealthChanges) async throws -> HealthChanges
    let mapped: @Sendable (HealthMetric, Range<Instant>, [HealthSample]) -> [HealthSample]
    /// Whether no read is treated as unreadable.
    var isNeverSilent = false

    static func changing(
        _ base: any HealthSource,
        _ changed:
            @escaping @Sendable (HealthMetric, HealthChanges) async throws -> HealthChanges
    ) -> BuggyHealthSource {
        BuggyHealthSource(base: base, changed: changed, mapped: { $2 })
    }

    static func mapping(
        _ base: any HealthSource,
        _ mapped:
            @escaping @Sendable (HealthMetric, Range<Instant>, [HealthSample]) -> [HealthSample]
    ) -> BuggyHealthSource {
        BuggyHealthSource(base: base, changed: { $1 }, mapped: mapped)
    }

    func changes(
        of category: HealthMetric,
        since anchor: [UInt8]?,
        limit: Int
    ) async throws -> HealthChanges {
        try await changed(
            category,
            try await base.changes(of: category, since: anchor, limit: limit)
        )
    }

    func samples(
        of category: HealthMetric,
        in span: Range<Instant>
    ) async throws -> [HealthSample] {
        mapped(category, span, try await base.samples(of: category, in: span))
    }

    func hasSamples(of category: HealthMetric, type: Int) async throws -> Bool {
        if isNeverSilent { return true }
        return try await base.hasSamples(of: category, type: type)
    }
}
