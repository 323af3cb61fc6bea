import CoreLocation
import Foundation
import SimulatedCoreLocation
import SimulatedPhone
import Testing
import TrendyModel
import TrendyPlaces
import TrendyStore

@Suite("Geofence monitoring with each region monitor")
struct RegionMonitorVisitTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    /// A geofence monitor over a database, with one of the region monitors.
    private final class TestDevice {
        let end: MonitoredDevice
        let store: DeviceStore
        private let monitor: GeofenceMonitor
        private var retry: Date?

        init(_ kind: MonitoredDevice.Kind, _ database: String) async throws {
            end = try await MonitoredDevice(kind)
            let chance = SeededRandomness(seed: 1)
            let dependencies = MonitoredPhone.dependencies(end.timeline, chance)
            store = try DeviceStore(path: database, dependencies: dependencies)
            monitor = GeofenceMonitor(
                store: store,
                monitor: end.monitor,
                dependencies: dependencies,
                zone: { "Europe/Berlin" }
            )
        }

        func reconcile(_ trigger: GeofenceMonitor.Trigger) async throws {
            note(try await monitor.reconcile(trigger))
        }

        private func note(_ wait: Duration?) {
            guard let wait else { return }
            let due = end.timeline.now.addingTimeInterval(wait / .seconds(1))
            retry = min(retry ?? due, due)
        }

        /// Lets time pass and handles signals until a condition holds.
        func pass(until isDone: () async throws -> Bool) async throws {
            for _ in 1...3600 {
                // `CLMonitor` delivers events in a task of its own.
                try await Task.sleep(for: .milliseconds(1))
                end.timeline.run(until: end.timeline.now)
                for signal in end.take() { note(try await monitor.handle(signal)) }
                if let due = retry, due <= end.timeline.now {
                    retry = nil
                    note(try await monitor.catchUp())
                }
                if try await isDone() { return }
                end.timeline.advance(by: .seconds(1))
            }
            Issue.record("It never came.")
        }

        /// Walks to a place, and waits for the open visit there.
        func walk(to east: Double, seenAs name: String) async throws {
            end.phone.location.travel(to: try place(east), metersPerSecond: 10)
            try await pass {
                try await visits().contains { $0.place == name && $0.exit == nil }
            }
        }

        func visits() async throws -> [RecordedVisit] {
            try await RecordedVisit.newest(in: store).reversed()
        }
    }

    @Test("Arrivals and departures record visits", arguments: MonitoredDevice.Kind.allCases)
    func visits(_ kind: MonitoredDevice.Kind) async throws {
        let test = try await TestDevice(kind, scratch.database)
        try await test.store.write { try $0.entities.create(try geofence("Home", at: 0)) }
        try await test.store.write { try $0.entities.create(try geofence("Office", at: 3000)) }
        try await test.reconcile(.launch)
        try await test.pass { try await test.visits().map(\.place) == ["Home"] }

        try await test.walk(to: 3000, seenAs: "Office")
        try await test.walk(to: 0, seenAs: "Home")

        let visits = try await test.visits()
        #expect(visits.map(\.place) == ["Home", "Office", "Home"])
        #expect(visits.map { $0.exit?.evidenceSource } == ["crossing", "crossing", nil])
        #expect(visits.map(\.entry.evidenceSource) == ["state", "crossing", "crossing"])
        await test.end.stop()
    }

    @Test(
        "With more geofences than slots, the nearest are monitored",
        arguments: MonitoredDevice.Kind.allCases
    )
    func rotation(_ kind: MonitoredDevice.Kind) async throws {
        let test = try await TestDevice(kind, scratch.database)
        for number in 0..<60 {
            try await test.store.write {
                try $0.entities.create(try geofence("Place \(number)", at: Double(number) * 400))
            }
        }
        try await test.reconcile(.launch)
        try await test.pass { test.end.monitor.monitoredRegions().count == 20 }

        try await test.walk(to: 16_000, seenAs: "Place 40")

        #expect(test.end.monitor.monitoredRegions().count <= 20)
        #expect(try await test.visits().last?.entry.evidenceSource == "crossing")
        await test.end.stop()
    }

    @Test("A deleted geofence is no longer monitored", arguments: MonitoredDevice.Kind.allCases)
    func deleted(_ kind: MonitoredDevice.Kind) async throws {
        let test = try await TestDevice(kind, scratch.database)
        let home = try await test.store.write {
            try $0.entities.create(try geofence("Home", at: 0))
        }
        try await test.reconcile(.launch)
        try await test.pass { try await test.visits().count == 1 }

        try await test.store.write { try $0.entities.delete(id: home) }
        try await test.reconcile(.edit)
        try await test.pass { test.end.monitor.monitoredRegions().isEmpty }

        let visits = try await test.visits()
        #expect(visits.count == 1)
        #expect(visits.first?.exit != nil)
        await test.end.stop()
    }
}
