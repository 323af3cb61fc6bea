import Crypto
import TrendyModel
import TrendyStore

// Compares the samples that days were computed from with the samples that the source has now, and
// detects samples that are missing without a reported deletion.
extension HealthPass {
    /// Compares the current input of days with the input that was stored when they were computed.
    ///
    /// Reads the routes of workouts when the two differ.
    ///
    /// - `inputs`: computes the input of the days from samples.
    ///
    /// - Returns: the current input with its deletion counts, the stored input, and the days with
    ///   unreadable samples.
    func compareInputs(
        _ read: inout Samples,
        _ table: DayTable,
        _ state: HealthState,
        _ outcome: inout Outcome,
        _ inputs: (Samples) -> [DaySamples]
    ) async throws -> Comparison {
        guard source.hasFingerprints else {
            _ = try await readRoutes(&read)
            return ([], [:], [:])
        }
        let known = try await store.read {
            try $0.health.samples(
                category: category.rawValue,
                days: table.day(at: 0)...table.day(at: table.count - 1)
            )
        }
        let routes = try await unreadableRoutes(&read, inputs(read), known, state, outcome)
        func compare(_ read: Samples, _ outcome: Outcome) async throws -> Comparison {
            let found = inputs(read)
            let elsewhere = try await samplesOfOtherDays(found, known, table, outcome)
            let gone = outcome.deleted.union(elsewhere)
            var comparison: Comparison = ([], known, [:])
            for (index, day) in found.enumerated() {
                var day = day
                day.samples = (day.samples + (routes[day.day] ?? [])).sorted()
                var old = known[day.day]
                // The marker is not a sample, so its absence is not a deletion.
                old?.samples.removeAll { $0 == Self.unreadableSampleMarker }
                let span = table.starts[index]..<table.starts[index + 1]
                if let known = old,
                    let unreadable = unreadableSamples(day, span, since: known, gone, outcome)
                {
                    comparison.retainedBefore[day.day] = unreadable.retainedBefore
                    day = unreadable.day
                }
                comparison.inputs.append(day.counting(deletionsSince: old))
            }
            return comparison
        }
        let first = try await compare(read, outcome)
        guard !Self.isKnown(first.inputs, known) else { return first }
        // The authorization window may have been narrowed during the pass.
        try await checkReadableFrom(&outcome)
        _ = try await readRoutes(&read)
        return try await compare(read, outcome)
    }

    /// The current input of days, the stored input, and the days with unreadable samples.
    ///
    /// Results of such a day that begin before its instant are retained.
    typealias Comparison = (
        inputs: [DaySamples], known: [CalendarDay: DaySamples],
        retainedBefore: [CalendarDay: Instant]
    )

    /// Whether the current input of days equals the stored input.
    static func isKnown(_ inputs: [DaySamples], _ known: [CalendarDay: DaySamples]) -> Bool {
        !inputs.isEmpty
            && inputs.allSatisfy { day in known[day.day].map { $0 == day } ?? day.samples.isEmpty }
    }

    /// Determines the types of which samples have ever been read, as a bit mask.
    ///
    /// HealthKit does not report that read access was revoked: it returns no samples. A type
    /// without any samples and without reported deletions therefore removes no events. The type
    /// counts as deleted only after deletions of all its known samples were reported. Otherwise the
    /// person may have revoked read access after some deletions.
    ///
    /// - Throws: ``HealthSourceError`` with code `readAccessRevoked` when read access was revoked.
    func types(
        of read: Samples,
        in span: Range<Instant>,
        _ inputs: [DaySamples],
        _ known: [CalendarDay: DaySamples],
        _ state: HealthState,
        _ outcome: inout Outcome
    ) async throws -> UInt64 {
        let found = read.types
        let emptyTypes = state.types & ~found
        guard emptyTypes != 0 else { return found | state.types }
        var lacks = isMissing(inputs, known, outcome.deleted)
        if lacks.samples || lacks.measurements, outcome.unread != nil {
            try await readDeletions(&outcome)
            lacks = self.isMissing(inputs, known, outcome.deleted)
        }
        guard lacks.samples || lacks.measurements || !outcome.deleted.isEmpty else {
            return found | state.types
        }
        var types = found | state.types
        for type in 0...category.types.count where emptyTypes & Samples.bit(type) != 0 {
            // For workouts, the index after the last type stands for the heart-rate readings during
            // them.
            let isOwn = type < category.types.count
            let isMissing = isOwn ? lacks.samples : lacks.measurements
            let isEmpty = try await !source.hasSamples(
                of: isOwn ? category : .heartRate,
                type: isOwn ? type : 0
            )
            var isRevoked = isMissing && isEmpty
            if isMissing, !isEmpty {
                isRevoked = try await isReadableAgain(in: span, since: read, inputs, known)
            }
            if isRevoked {
                throw HealthSourceError(.readAccessRevoked)
            }
            guard isEmpty else { continue }
            if try await isDeletionProven(type, isOwn: isOwn, &outcome) {
                types &= ~Samples.bit(type)
            }
        }
        return types
    }

    /// Reads the deletions on all remaining pages of changes.
    ///
    /// Deletions arrive in pages, and samples on later pages are already gone from the source.
    ///
    /// - Throws: ``DeadlineExceeded`` when the deadline passes first.
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

    /// Whether days lack samples or measurements without a reported deletion.
    func isMissing(
        _ inputs: [DaySamples],
        _ known: [CalendarDay: DaySamples],
        _ deleted: Set<UInt32>
    ) -> (samples: Bool, measurements: Bool) {
        var lacks = (samples: false, measurements: false)
        for day in inputs {
            guard let old = known[day.day] else { continue }
            let missing = missing(day, since: old)
            var measurements = 0
            for fingerprint in missing
            where !deleted.contains(fingerprint) && !Self.isMarker(fingerprint) {
                if SampleFingerprint.isMeasurement(fingerprint) {
                    measurements += 1
                } else {
                    lacks.samples = true
                }
            }
            // Deleting a sample removes its measurements: a workout has its own sums and its heart
            // rate.
            if measurements > 2 * missing.count(where: { deleted.contains($0) }) {
                lacks.measurements = true
            }
        }
        return lacks
    }

    /// Whether a fingerprint is a marker rather than a sample.
    private static func isMarker(_ fingerprint: UInt32) -> Bool {
        fingerprint == unreadableRouteMarker || fingerprint == unreadableSampleMarker
    }

    /// The fingerprints that a day had and no longer has.
    func missing(_ day: DaySamples, since old: DaySamples) -> [UInt32] {
        // Two workouts may have equal measurements.
        var left = Dictionary(day.samples.map { ($0, 1) }, uniquingKeysWith: +)
        return old.samples.filter { fingerprint in
            guard let count = left[fingerprint], count > 0 else { return true }
            left[fingerprint] = count - 1
            return false
        }
    }

    /// The events of a time span that the person entered manually.
    func manualEntries(in span: Range<Instant>) async throws -> ManualHealthEntries {
        guard HealthMeasure.categories.contains(category) else {
            return ManualHealthEntries(events: [])
        }
        let events = try await store.read {
            try $0.health.events(
                of: category.rawValue,
                in: span.lowerBound - ManualHealthEntries.maximumSession..<span.upperBound
            )
        }
        return ManualHealthEntries(events: events.map(\.event).filter { $0.sourceType == .manual })
    }

    /// The input of each day: its samples and a hash of the rules that apply to it.
    func inputs(
        of samples: Samples,
        _ table: DayTable,
        _ typeID: EntityID,
        _ manual: ManualHealthEntries
    ) -> [DaySamples] {
        var fingerprints = [[UInt32]](repeating: [], count: table.count)
        func add(_ new: [UInt32], from start: Instant, to end: Instant) {
            let first = table.index(of: start - category.lookaround)
            let last = table.index(of: end + category.lookaround)
            for day in first...max(first, last) { fingerprints[day] += new }
        }
        switch samples {
        case .samples(let samples):
            for sample in samples {
                // A sample that ends at midnight contributes nothing to the next day.
                let end = max(sample.start, sample.end - .milliseconds(1))
                if let fingerprint = sample.fingerprint {
                    add([fingerprint], from: sample.start, to: end)
                }
            }
        case .workouts(let workouts):
            for workout in workouts {
                add(workout.fingerprints, from: workout.start, to: workout.start)
            }
        case .summaries(let summaries):
            for summary in summaries {
                guard let fingerprint = summary.fingerprint else { continue }
                if let day = summary.day {
                    // A summary of a day belongs to it in every time zone.
                    let index = (0..<table.count).first { table.day(at: $0) == day }
                    if let index { fingerprints[index].append(fingerprint) }
                } else {
                    add([fingerprint], from: summary.start, to: summary.start)
                }
            }
        }
        return fingerprints.indices.map { index in
            fingerprints[index].sort()
            return DaySamples(
                day: table.day(at: index),
                inputHash: inputHash(
                    of: table.starts[index]..<table.starts[index + 1],
                    typeID,
                    manual
                ),
                samples: fingerprints[index]
            )
        }
    }

    private func inputHash(
        of day: Range<Instant>,
        _ typeID: EntityID,
        _ manual: ManualHealthEntries
    ) -> [UInt8] {
        let text =
            "\(Self.rules)/\(day.lowerBound.milliseconds)/\(day.upperBound.milliseconds)/\(typeID)/"
            + sourceOrder.joined(separator: "/") + manual.hashText(on: day)
        return Array(SHA256.hash(data: Array(text.utf8)).prefix(8))
    }
}
