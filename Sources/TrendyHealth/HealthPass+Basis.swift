import Crypto
import TrendyModel
import TrendyStore
import TrendyWords

// What days are computed from, and what that tells of what is missing.
extension HealthPass {
    /// What days are computed from, with what has been deleted of it; and what they were computed
    /// from before.
    func compared(
        _ basis: [DaySamples],
        _ days: ClosedRange<CalendarDay>
    ) async throws -> (basis: [DaySamples], known: [CalendarDay: DaySamples]) {
        guard !basis.isEmpty else { return (basis, [:]) }
        let known = try await store.healthSamples(category: category.rawValue, days: days)
        return (basis.map { $0.counting(deletionsSince: known[$0.day]) }, known)
    }

    /// The types of which samples were ever read, a bit each.
    ///
    /// HealthKit does not tell an app that it may not read a type any more: it hands out nothing.
    /// So a type of which nothing at all is left, though nobody told of deletions, takes nothing
    /// back.
    ///
    /// - Throws: ``HealthSourceError`` of the code `withheld` then.
    func types(
        of read: Samples,
        _ basis: [DaySamples],
        _ known: [CalendarDay: DaySamples],
        _ state: HealthState,
        _ outcome: Outcome
    ) async throws -> UInt64 {
        let found = read.types
        let silent = state.types & ~found
        guard silent != 0 else { return found | state.types }
        let isUnexplained = basis.contains { day in
            guard let old = known[day.day] else { return false }
            let left = Set(day.samples)
            return old.samples.contains { !left.contains($0) && !outcome.deleted.contains($0) }
        }
        guard isUnexplained || !outcome.deleted.isEmpty else { return found | state.types }
        var types = found | state.types
        for type in 0...category.types.count where silent & Samples.bit(type) != 0 {
            // Behind the types of workouts are the readings during them.
            let isOwn = type < category.types.count
            guard
                try await !source.hasSamples(
                    of: isOwn ? category : .heartRate,
                    type: isOwn ? type : 0
                )
            else { continue }
            if isUnexplained { throw HealthSourceError(.withheld, Words.Health.withheld()) }
            types &= ~Samples.bit(type)
        }
        return types
    }

    /// What each day is computed from.
    func basis(
        of samples: Samples,
        _ table: DayTable,
        _ typeID: EntityID
    ) -> [DaySamples] {
        var stamps = [[UInt32]](repeating: [], count: table.count)
        func add(_ new: [UInt32], from start: Instant, to end: Instant) {
            let first = table.index(of: start - category.reach)
            let last = table.index(of: end + category.reach)
            for day in first...max(first, last) { stamps[day] += new }
        }
        switch samples {
        case .samples(let samples):
            for sample in samples {
                // A sample that ends at midnight has nothing in the next day.
                let end = max(sample.start, sample.end - .milliseconds(1))
                if let stamp = sample.stamp { add([stamp], from: sample.start, to: end) }
            }
        case .workouts(let workouts):
            for workout in workouts { add(workout.stamps, from: workout.start, to: workout.start) }
        }
        return stamps.indices.map { index in
            stamps[index].sort()
            return DaySamples(
                day: table.day(at: index),
                stamp: stamp(of: table.starts[index]..<table.starts[index + 1], typeID),
                samples: stamps[index]
            )
        }
    }

    private func stamp(of day: Range<Instant>, _ typeID: EntityID) -> [UInt8] {
        let text =
            "\(Self.rules)/\(day.lowerBound.milliseconds)/\(day.upperBound.milliseconds)/\(typeID)/"
            + sourceOrder.joined(separator: "/")
        return Array(SHA256.hash(data: Array(text.utf8)).prefix(8))
    }
}
