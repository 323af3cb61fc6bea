import CoreLocation
import Foundation
import SimulatedCoreLocation
import SimulatedPhone
import Testing
import TrendyModel
import TrendyPlaces
import TrendyStore

@Suite("Invalid geofences")
struct InvalidGeofenceTests {
    private let scratch: Scratch
    private let test: MonitoredPhone

    init() throws {
        scratch = try Scratch()
        test = try MonitoredPhone(scratch.database)
    }

    /// Keeps the server's version.
    private struct ServerWins: MergePolicy {
        func resolve(_ divergence: Divergence) -> Resolution {
            Resolution(merged: divergence.remote, losses: [])
        }
    }

    /// Applies an entity as a pull does.
    private func pull(
        _ document: Document,
        as kind: EntityKind = .geofence,
        id: EntityID,
        version: Int64 = 1
    ) async throws {
        let now = test.dependencies.wallClock.now()
        let entity = Entity(
            kind: kind,
            id: id,
            version: version,
            createdAt: now,
            updatedAt: now,
            content: document.json
        )
        try await test.store.write {
            try $0.sync.apply(changes: [entity], cursor: nil, policy: ServerWins())
        }
    }

    private func unreadable(_ name: String, at east: Double) throws -> Document {
        var document = try geofence(name, at: east).document
        document["radius"] = RawJSON("150")
        return document
    }

    @Test("An unreadable geofence is a finding, and the others record visits")
    func unreadableOne() async throws {
        try await test.store.write { try $0.entities.create(try geofence("Home", at: 0)) }
        try await pull(
            try unreadable("Broken", at: 3000),
            id: .derived(kind: "geofence", naturalKey: "broken")
        )

        try await test.open()
        try await test.walk(to: 3000)

        #expect(try await test.visits().map(\.place) == ["Home"])
        #expect(try await test.visits().first?.exit?.evidenceSource == "crossing")
        let health = try await test.monitor.health()
        #expect(
            health.findings.map(\.finding) == ["'Broken' cannot be read, so it is not monitored."]
        )
        #expect(health.findings.allSatisfy { !$0.remedy.isEmpty })
        #expect(health.geofences == 2)
    }

    @Test(
        "A visit to a geofence that becomes unreadable stays open until it is readable or unconfirmed"
    )
    func openVisit() async throws {
        let home = EntityID.derived(kind: "geofence", naturalKey: "home")
        try await pull(try geofence("Home", at: 0).document, id: home)
        try await test.open()

        try await pull(try unreadable("Home", at: 0), id: home, version: 2)
        try await test.reconcile(.sync)
        #expect(try await test.visits().map { $0.exit == nil } == [true])

        try await pull(try geofence("Home", at: 0).document, id: home, version: 3)
        try await test.reconcile(.sync)
        try await test.walk(to: 3000)
        #expect(try await test.visits().map { $0.exit?.evidenceSource } == ["crossing"])
        #expect(try await test.findings().isEmpty)
    }

    @Test("A visit that becomes unreadable still ends, and blocks no other signal")
    func unreadableVisit() async throws {
        try await test.store.write { try $0.entities.create(try geofence("Home", at: 0)) }
        try await test.store.write { try $0.entities.create(try geofence("Office", at: 3000)) }
        try await test.open()
        let visit = try #require(try await test.visits().first)
        var document = try #require(
            try await test.store.read { try $0.entities.fetch(id: visit.id) }
        ).document()
        document["time_zone"] = RawJSON(Int64(5))
        try await pull(document, as: .event, id: visit.id, version: 2)

        try await test.reconcile(.sync)
        try await test.walk(to: 3000)

        let places = try await test.store.read { try $0.places.states() }
        #expect(places.count(where: \.isOpen) == 1)
        #expect(places.count == 2)
        #expect(try await test.visits().map(\.place) == ["Office"])
    }

    @Test("A geofence with an invalid centre or too large a radius is a finding")
    func impossible() async throws {
        test.phone.location.maximumRegionDistance = 400
        var nowhere = try geofence("Nowhere", at: 0).document
        nowhere["latitude"] = RawJSON(95.0)
        try await pull(nowhere, id: .derived(kind: "geofence", naturalKey: "nowhere"))
        try await test.store.write {
            try $0.entities.create(try geofence("District", at: 0, radius: 900))
        }

        try await test.open()

        #expect(test.monitored.values.map(\.radius) == [400])
        let findings = try await test.findings()
        #expect(findings.count == 2)
        #expect(
            findings.contains { $0.hasPrefix("The centre of 'Nowhere' is not a valid location") }
        )
        #expect(
            findings.contains { $0.contains("'District' is too large") && $0.contains("400 m") }
        )
    }
}
