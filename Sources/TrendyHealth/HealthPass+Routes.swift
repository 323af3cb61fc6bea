import TrendyModel
import TrendyStore

// Reads workout routes, only when the workout's event is recomputed.
extension HealthPass {
    /// The marker for unreadable routes in the stored input of a day.
    ///
    /// The next pass over the day does not find it in the current input, and therefore tries again.
    static let unreadableRouteMarker = SampleFingerprint.measurement(0x0052_4F55)

    /// Reads the routes of workouts.
    ///
    /// - Returns: whether any route was unreadable.
    /// - Throws: ``HealthSourceError`` when the phone is locked; the pass is then repeated later.
    func readRoutes(_ samples: inout Samples) async throws -> Bool {
        guard case .workouts(var workouts) = samples else { return false }
        for index in workouts.indices where !workouts[index].routes.isEmpty {
            try Task.checkCancellation()
            do {
                workouts[index] = try await source.readingRoutes(of: workouts[index])
            } catch let error as HealthSourceError where error.code != .locked {
                // The source counts the failure; the workout itself is stored without waiting for
                // its route.
                workouts[index].route = .unreadable
            }
            if workouts[index].route == .unreadable, !workouts[index].fingerprints.isEmpty {
                workouts[index].fingerprints.append(Self.unreadableRouteMarker)
            }
        }
        samples = .workouts(workouts)
        return workouts.contains { $0.route == .unreadable }
    }

    /// The fingerprints of routes that are no longer readable; their route properties are retained.
    ///
    /// The rule is the same as for the types of a category: routes are missing without a reported
    /// deletion, and the source returns none at all. Unlike other types, the workouts are processed
    /// without them.
    func unreadableRoutes(
        _ samples: inout Samples,
        _ inputs: [DaySamples],
        _ known: [CalendarDay: DaySamples],
        _ state: HealthState,
        _ outcome: Outcome
    ) async throws -> [CalendarDay: [UInt32]] {
        guard case .workouts(var workouts) = samples, state.types & Samples.routes != 0,
            workouts.allSatisfy(\.routes.isEmpty),
            isMissing(inputs, known, outcome.deleted).samples,
            try await !source.hasSamples(of: category, type: category.types.count)
        else { return [:] }
        for index in workouts.indices { workouts[index].route = .unreadable }
        samples = .workouts(workouts)
        var unreadable: [CalendarDay: [UInt32]] = [:]
        for day in inputs {
            guard let old = known[day.day] else { continue }
            unreadable[day.day] = missing(day, since: old).filter {
                !SampleFingerprint.isMeasurement($0) && !outcome.deleted.contains($0)
            }
        }
        return unreadable
    }

    /// Retains the route properties of an existing event when its routes cannot be read now, so
    /// that they do not appear and disappear.
    func preserveRoute(
        _ data: inout ProcessedHealthData,
        _ factory: HealthEventFactory
    ) async throws {
        let stored = try await store.read { [id = factory.event(of: data).id] in
            try $0.entities.fetch(id: id)
        }
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
