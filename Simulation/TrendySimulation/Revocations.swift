import SimulationKit
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyStore

// Faults by which a person revokes health read access.
extension FaultScheduler {
    /// The person revokes read access, or limits it to the newest samples, and grants it again
    /// later.
    ///
    /// Meanwhile HealthKit answers as if there had never been any data.
    func revoke(_ device: SimulatedDevice, _ random: inout SplitMix64) async throws {
        guard let process = device.process else { return }
        world.coverage.reached(.readingRevoked)
        simulation.log("\(device.name) has no health read access")
        let days = await daysOfSteps(process)
        let health = device.health(of: process.account)
        health.setReading(
            isAllowed: false,
            from: random.happens(300)
                ? Simulation.beginning + simulation.now
                    - random.duration(.seconds(3600), .seconds(2 * 86_400)) : nil,
            random.happens(500) ? random.pick(SimulatedHealth.types) : nil
        )
        try await simulation.sleep(for: random.duration(.seconds(60), .seconds(2 * 86_400)))
        if device.process === process, world.phase == .faults {
            let left = await daysOfSteps(process)
            checkKept(days, left, process)
        }
        health.setReading(isAllowed: true)
        simulation.log("\(device.name) has health read access again")
    }

    /// The days with steps; `nil` when the database cannot be read.
    private func daysOfSteps(_ process: SimulatedDevice.Process) async -> [EntityID: CalendarDay]? {
        let store: DeviceStore = process.engine.store
        let filter = EventFilter(limit: 1_000_000)
        guard let entities = try? await store.read({ try $0.entities.events(filter) }),
            process.isAlive
        else { return nil }
        var days: [EntityID: CalendarDay] = [:]
        for entity in entities {
            guard let key = try? entity.document()["natural_key"]?.string,
                key.hasPrefix("steps/"), let day = CalendarDay(String(key.dropFirst(6)))
            else { continue }
            days[entity.id] = day
        }
        return days
    }

    /// Checks that days with steps that the person did not delete are still there.
    private func checkKept(
        _ before: [EntityID: CalendarDay]?,
        _ after: [EntityID: CalendarDay]?,
        _ process: SimulatedDevice.Process
    ) {
        guard let before, let after, let walks = world.walks[process.account] else { return }
        func days(_ places: some Sequence<Int64>) -> Set<CalendarDay> {
            Set(places.map { walks.day(of: Instant(seconds: $0 * StepOracle.grid)) })
        }
        // Another phone deletes a day's result when the person deletes all samples of the day that
        // reached it.
        let walked = days(walks.samples.keys)
            .subtracting(days(walks.ids.keys.lazy.filter { walks.samples[$0] == nil }))
        let deleted = Set(world.model.deletions.map(\.entity))
        for (id, day) in before.sorted(by: { $0.value < $1.value })
        where after[id] == nil && walked.contains(day) && !deleted.contains(id)
            && !world.model.givenUp.contains(id)
        {
            world.violate("read access", "\(process.device.name) deleted the steps of \(day)")
        }
    }
}
