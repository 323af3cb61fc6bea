import Crypto
import TrendyLocalization
import TrendyModel
import TrendyStore

// What days are computed from, and what that tells of what is missing.
extension HealthPass {
    /// What days are computed from, with what has been deleted of it; and what they were computed
    /// from before.
    ///
    /// Reads the routes of workouts where the two differ.
    ///
    /// - `basis`: what days are computed from.
    ///
    /// - Returns: besides, the days of which samples are withheld.
    func compared(
        _ read: inout Samples,
        _ table: DayTable,
        _ state: HealthState,
        _ outcome: inout Outcome,
        _ basis: (Samples) -> [DaySamples]
    ) async throws -> Comparison {
        guard source.hasFingerprints else {
            _ = try await readRoutes(&read)
            return ([], [:], [:])
        }
        let known = try await store.healthSamples(
            category: category.rawValue,
            days: table.day(at: 0)...table.day(at: table.count - 1)
        )
        let withheld = try await unreadableRoutes(&read, basis(read), known, state, outcome)
        func counted(_ read: Samples, _ outcome: Outcome) async throws -> Comparison {
            let found = basis(read)
            let moved = try await moved(found, known, table, outcome)
            let gone = outcome.deleted.union(moved)
            var comparison: Comparison = ([], known, [:])
            for (index, day) in found.enumerated() {
                var day = day
                day.samples = (day.samples + (withheld[day.day] ?? [])).sorted()
                var old = known[day.day]
                // It is no sample, and so it was not deleted.
                old?.samples.removeAll { $0 == Self.withheld }
                let span = table.starts[index]..<table.starts[index + 1]
                if let known = old, let hidden = hidden(day, span, since: known, gone, outcome) {
                    comparison.hidden[day.day] = hidden.wholeFrom
                    day = hidden.day
                }
                comparison.basis.append(day.counting(deletionsSince: old))
            }
            return comparison
        }
        let first = try await counted(read, outcome)
        guard !Self.isKnown(first.basis, known) else { return first }
        // It may have been set since the pass began.
        try await checkReadableFrom(&outcome)
        _ = try await readRoutes(&read)
        return try await counted(read, outcome)
    }

    /// What days are computed from, what they were computed from before, and those of which samples
    /// are withheld: what of them begins before the instant is as it was.
    typealias Comparison = (
        basis: [DaySamples], known: [CalendarDay: DaySamples], hidden: [CalendarDay: Instant]
    )

    /// Whether days are computed from what they were computed from before.
    static func isKnown(_ basis: [DaySamples], _ known: [CalendarDay: DaySamples]) -> Bool {
        !basis.isEmpty
            && basis.allSatisfy { day in known[day.day].map { $0 == day } ?? day.samples.isEmpty }
    }

    /// The types of which samples were ever read, a bit each.
    ///
    /// HealthKit does not tell an app that it may not read a type any more: it hands out nothing.
    /// So a type of which nothing at all is left, though nobody told of deletions, takes nothing
    /// back. It counts as deleted once all that is known of it is: otherwise the person may have
    /// taken back what may be read after some deletions were told.
    ///
    /// - Throws: ``HealthSourceError`` of the code `withheld` then.
    func types(
        of read: Samples,
        in span: Range<Instant>,
        _ basis: [DaySamples],
        _ known: [CalendarDay: DaySamples],
        _ state: HealthState,
        _ outcome: inout Outcome
    ) async throws -> UInt64 {
        let found = read.types
        let silent = state.types & ~found
        guard silent != 0 else { return found | state.types }
        var lacks = isMissing(basis, known, outcome.deleted)
        if lacks.samples || lacks.measurements, outcome.unread != nil {
            try await readDeletions(&outcome)
            lacks = self.isMissing(basis, known, outcome.deleted)
        }
        guard lacks.samples || lacks.measurements || !outcome.deleted.isEmpty else {
            return found | state.types
        }
        var types = found | state.types
        for type in 0...category.types.count where silent & Samples.bit(type) != 0 {
            // Behind the types of workouts are the readings during them.
            let isOwn = type < category.types.count
            let isMissing = isOwn ? lacks.samples : lacks.measurements
            let isSilent = try await !source.hasSamples(
                of: isOwn ? category : .heartRate,
                type: isOwn ? type : 0
            )
            var isWithheld = isMissing && isSilent
            if isMissing, !isSilent {
                isWithheld = try await isRestored(in: span, since: read, basis, known)
            }
            if isWithheld { throw HealthSourceError(.withheld, Strings.Health.readAccessRevoked()) }
            guard isSilent else { continue }
            if try await isDeletedElsewhere(type, isOwn: isOwn, &outcome) {
                types &= ~Samples.bit(type)
            }
        }
        return types
    }

    /// Takes in the deletions of all changes that were not read yet: they are told in pages, and
    /// what a later one tells of is gone already.
    ///
    /// - Throws: ``DeadlineExceeded`` before all are heard.
    private func readDeletions(_ outcome: inout Outcome) async throws {
        for _ in 0..<Self.maximumPages {
            try Task.checkCancellation()
            guard let anchor = outcome.unread else { return }
            guard !shouldStop() else { throw DeadlineExceeded() }
            let changes = try await source.changes(
                of: category,
                since: anchor,
                limit: Self.changesPerPage
            )
            outcome.deleted.formUnion(changes.deleted)
            outcome.unread = changes.hasMore && changes.anchor != anchor ? changes.anchor : nil
        }
    }

    /// Whether days lack samples, or what was measured, without a word of a deletion.
    func isMissing(
        _ basis: [DaySamples],
        _ known: [CalendarDay: DaySamples],
        _ deleted: Set<UInt32>
    ) -> (samples: Bool, measurements: Bool) {
        var lacks = (samples: false, measurements: false)
        for day in basis {
            guard let old = known[day.day] else { continue }
            let missing = missing(day, since: old)
            var measurements = 0
            for stamp in missing where !deleted.contains(stamp) && !Self.isMark(stamp) {
                if SampleFingerprint.isMeasurement(stamp) {
                    measurements += 1
                } else {
                    lacks.samples = true
                }
            }
            // What was measured goes with its sample: of a workout its own sums and its heart rate.
            if measurements > 2 * missing.count(where: { deleted.contains($0) }) {
                lacks.measurements = true
            }
        }
        return lacks
    }

    /// Whether a stamp is of no sample.
    private static func isMark(_ stamp: UInt32) -> Bool {
        stamp == unreadable || stamp == withheld
    }

    /// The stamps that a day had and has no more.
    func missing(_ day: DaySamples, since old: DaySamples) -> [UInt32] {
        // Two workouts may have measured the same.
        var left = Dictionary(day.samples.map { ($0, 1) }, uniquingKeysWith: +)
        return old.samples.filter { stamp in
            guard let count = left[stamp], count > 0 else { return true }
            left[stamp] = count - 1
            return false
        }
    }

    /// What the person told of some time themselves.
    func manualEntries(in span: Range<Instant>) async throws -> ManualHealthEntries {
        guard HealthMeasure.categories.contains(category) else {
            return ManualHealthEntries(events: [])
        }
        let events = try await store.healthEvents(
            of: category.rawValue,
            in: span.lowerBound - ManualHealthEntries.maximumSession..<span.upperBound
        )
        return ManualHealthEntries(events: events.map(\.event).filter { $0.sourceType == .manual })
    }

    /// What each day is computed from.
    func basis(
        of samples: Samples,
        _ table: DayTable,
        _ typeID: EntityID,
        _ told: ManualHealthEntries
    ) -> [DaySamples] {
        var stamps = [[UInt32]](repeating: [], count: table.count)
        func add(_ new: [UInt32], from start: Instant, to end: Instant) {
            let first = table.index(of: start - category.lookaround)
            let last = table.index(of: end + category.lookaround)
            for day in first...max(first, last) { stamps[day] += new }
        }
        switch samples {
        case .samples(let samples):
            for sample in samples {
                // A sample that ends at midnight has nothing in the next day.
                let end = max(sample.start, sample.end - .milliseconds(1))
                if let stamp = sample.fingerprint { add([stamp], from: sample.start, to: end) }
            }
        case .workouts(let workouts):
            for workout in workouts {
                add(workout.fingerprints, from: workout.start, to: workout.start)
            }
        }
        return stamps.indices.map { index in
            stamps[index].sort()
            return DaySamples(
                day: table.day(at: index),
                stamp: fingerprint(of: table.starts[index]..<table.starts[index + 1], typeID, told),
                samples: stamps[index]
            )
        }
    }

    private func fingerprint(
        of day: Range<Instant>,
        _ typeID: EntityID,
        _ told: ManualHealthEntries
    ) -> [UInt8] {
        let text =
            "\(Self.rules)/\(day.lowerBound.milliseconds)/\(day.upperBound.milliseconds)/\(typeID)/"
            + sourceOrder.joined(separator: "/") + told.text(on: day)
        return Array(SHA256.hash(data: Array(text.utf8)).prefix(8))
    }
}
