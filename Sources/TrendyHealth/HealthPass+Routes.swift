import TrendyModel
import TrendyStore

// Where workouts went: read only when a workout's event is computed anew.
extension HealthPass {
    /// What stands for routes that could not be read among what a day was computed from.
    ///
    /// The next pass that goes over the day does not find it, and so tries again.
    static let unreadable = SampleFingerprint.measurement(0x0052_4F55)

    /// Reads the routes of workouts.
    ///
    /// - Returns: whether any could not be read.
    /// - Throws: ``HealthSourceError`` when the phone is locked: the pass is for later then.
    func readRoutes(_ samples: inout Samples) async throws -> Bool {
        guard case .workouts(var workouts) = samples else { return false }
        for index in workouts.indices where !workouts[index].routes.isEmpty {
            try Task.checkCancellation()
            do {
                workouts[index] = try await source.readingRoutes(of: workouts[index])
            } catch let error as HealthSourceError where error.code != .locked {
                // The source counts it; the workout itself must not wait for it.
                workouts[index].route = .unreadable
            }
            if workouts[index].route == .unreadable, !workouts[index].fingerprints.isEmpty {
                workouts[index].fingerprints.append(Self.unreadable)
            }
        }
        samples = .workouts(workouts)
        return workouts.contains { $0.route == .unreadable }
    }

    /// What days lack of routes that may not be read any more; what events say of them stays.
    ///
    /// As with the types of a category: routes are missing of which nobody told that they were
    /// deleted, and there is none left at all. Workouts go on without, unlike other types.
    func unreadableRoutes(
        _ samples: inout Samples,
        _ basis: [DaySamples],
        _ known: [CalendarDay: DaySamples],
        _ state: HealthState,
        _ outcome: Outcome
    ) async throws -> [CalendarDay: [UInt32]] {
        guard case .workouts(var workouts) = samples, state.types & Samples.routes != 0,
            workouts.allSatisfy(\.routes.isEmpty), isMissing(basis, known, outcome.deleted).samples,
            try await !source.hasSamples(of: category, type: category.types.count)
        else { return [:] }
        for index in workouts.indices { workouts[index].route = .unreadable }
        samples = .workouts(workouts)
        var withheld: [CalendarDay: [UInt32]] = [:]
        for day in basis {
            guard let old = known[day.day] else { continue }
            withheld[day.day] = missing(day, since: old).filter {
                !SampleFingerprint.isMeasurement($0) && !outcome.deleted.contains($0)
            }
        }
        return withheld
    }

    /// Keeps what an event already says of routes that could not be read now: it must not come and
    /// go.
    func keepRoute(
        _ data: inout ProcessedHealthData,
        _ factory: HealthEventFactory
    ) async throws {
        let stored = try await store.entity(id: factory.event(of: data).id)
        guard let stored else { return }
        let properties = try Event(document: stored.document()).properties
        let known = RouteSummary.propertyNames.filter { properties[$0] != nil }
        guard !known.isEmpty else { return }
        for name in known + ["routes"] { data.properties[name] = properties[name] }
        data.evidence = Evidence(
            sampleCount: data.evidence.sampleCount + 1,
            deletedCount: data.evidence.deletedCount,
            newest: data.evidence.newest
        )
    }
}
