import Foundation
import Testing
import TrendyKit
import TrendyModel
import TrendyStore

@Suite("trendy places visits, health and log", .serialized)
struct PlacesVisitsCommandTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private func run(_ arguments: String...) async throws -> TrendyProcess.Result {
        try await TrendyProcess(arguments + ["--profile", scratch.path + "/a"]).wait()
    }

    private func visits(_ arguments: String...) async throws -> [[String: Any]] {
        let result = try await TrendyProcess(
            ["places", "visits", "--json", "--profile", scratch.path + "/a"] + arguments
        ).wait()
        #expect(result.code == 0, "\(result.error)")
        let value = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        return try #require(value as? [[String: Any]])
    }

    private func instant(_ text: String) throws -> Instant {
        try #require(Instant(rfc3339: text))
    }

    /// Runs `body` with the database of the device.
    private func withStore(_ body: (DeviceStore) async throws -> Void) async throws {
        #expect(try await run("status").code == 0)
        let files = try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/a")
        let name = try #require(files.first { $0.hasSuffix(".sqlite") || $0.hasSuffix(".db") })
        let store = try DeviceStore(path: "\(scratch.path)/a/\(name)", dependencies: .live())
        try await body(store)
        try await store.close()
    }

    private func addVisits(_ store: DeviceStore) async throws {
        let type = try await store.write {
            try $0.entities.create(EventType(name: "Work", color: "#000000", icon: "star"))
        }
        var office = Geofence(name: "Office", latitude: 47, longitude: 8, radiusMeters: 150)
        office.eventTypeEntryID = type
        let id = try await store.write { [office] in try $0.entities.create(office) }
        for (number, start) in ["2026-01-05T08:00:00Z", "2026-01-06T08:00:00Z"].enumerated() {
            var event = Event(
                eventTypeID: type,
                timestamp: try instant(start),
                sourceType: .geofence
            )
            event.geofenceID = id
            event.locationName = "Office"
            event.naturalKey = "visit/\(number)"
            event.properties["entry_source"] = .text("crossing")
            event.properties["entry_earliest"] = .instant(event.timestamp - .seconds(600))
            event.properties["entry_latest"] = .instant(event.timestamp)
            if number == 0 {
                let end = event.timestamp + .seconds(9 * 3600 + 300)
                event.endDate = end
                event.properties["exit_source"] = .text("inferred")
                event.properties["exit_earliest"] = .instant(end - .seconds(60))
            } else {
                event.properties["unconfirmed"] = .boolean(true)
            }
            try await store.write { [event] in try $0.entities.create(event) }
        }
        var other = Event(
            eventTypeID: type,
            timestamp: try instant("2026-01-07T08:00:00Z"),
            sourceType: .geofence
        )
        other.locationName = "Office"
        try await store.write { [other] in try $0.entities.create(other) }
    }

    @Test("Visits are listed with the evidence of both ends, and unconfirmed ones are marked")
    func list() async throws {
        #expect(try await run("places", "visits").output.contains("No visits"))
        try await withStore(addVisits)

        let all = try await visits()
        let text = try await TrendyProcess.run(
            "places",
            "visits",
            "--profile",
            scratch.path + "/a",
            environment: ["TZ": "UTC"]
        ).output
        let first = try await visits("--to", "2026-01-06T00:00:00Z", "--place", "office")
        let last = try await visits("--limit", "1")
        let unknown = try await run("places", "visits", "--place", "Home")

        #expect(all.count == 2)
        #expect(all.map { $0["exit"] == nil } == [true, false])
        #expect(all.first?["isUnconfirmed"] as? Bool == true)
        #expect(first.count == 1)
        #expect(first.first?["seconds"] as? Int == 9 * 3600 + 300)
        let exit = try #require(first.first?["exit"] as? [String: Any])
        #expect(exit["evidenceSource"] as? String == "inferred")
        #expect(exit["earliest"] as? String == "2026-01-05T17:04:00.000Z")
        #expect(exit["latest"] == nil)
        #expect(last.first?["id"] as? String == all.first?["id"] as? String)
        #expect(text.contains("there now"))
        #expect(text.contains("unconfirmed"))
        #expect(text.contains("9 h 5 min"))
        #expect(text.contains("crossing 07:50–08:00"))
        #expect(unknown.code == EX_NOINPUT)
    }

    @Test("A place whose event type was deleted is a finding, and only places health names it")
    func health() async throws {
        let empty = try await run("places", "health")
        try await withStore { store in
            try await addVisits(store)
            for entity in try await store.read({ try $0.entities.fetchAll(kind: .eventType) }) {
                try await store.write { try $0.entities.delete(id: entity.id, cascade: true) }
            }
        }

        let health = try await run("places", "health")
        let json = try await run("places", "health", "--json")
        let doctor = try await run("doctor")

        #expect(empty.code == 0)
        #expect(empty.output.contains("Nothing is wrong"))
        #expect(health.code == 1)
        #expect(health.output.contains("'Office' was deleted"))
        #expect(health.output.contains("trendy places edit"))
        #expect(json.output.contains("\"activePlaces\" : 1"))
        #expect(doctor.code == 1)
        #expect(doctor.output.contains("1 place refers to a deleted event type."))
        #expect(!doctor.output.contains("Office"))
    }

    @Test("Visits and measurements entered by hand are recorded once")
    func manualEntries() async throws {
        #expect(
            try await run("places", "add", "Office", "--at", "47,8", "--radius", "150").code == 0
        )
        let visit = [
            "places", "log", "Office", "--from", "2026-01-05T08:00:00Z", "--until",
            "2026-01-05T12:00:00Z",
        ]
        func record(_ arguments: [String]) async throws -> String {
            let result = try await TrendyProcess(arguments + ["--profile", scratch.path + "/a"])
                .wait()
            #expect(result.code == 0, "\(result.error)")
            return result.output
        }

        #expect(try await record(visit) == "Recorded a visit to Office.\n")
        #expect(try await record(visit).hasPrefix("This visit is already recorded, as "))
        #expect(try await record(["places", "log", "Office"]) == "Recorded a visit to Office.\n")
        #expect(
            try await record(["places", "end-visit", "Office"]) == "Ended the visit to Office.\n"
        )
        // EX_NOINPUT: there is no open visit.
        #expect(try await run("places", "end-visit", "Office").code == 66)
        #expect(try await visits().count == 2)
        let exit = try #require(try await visits().last?["exit"] as? [String: Any])
        #expect(exit["evidenceSource"] as? String == "person")

        #expect(try await record(["health", "log", "water", "250"]) == "Recorded water.\n")
        #expect(try await run("health", "log", "steps", "250").code == 64)
        #expect(try await run("health", "log", "water").code == 64)
        #expect(try await run("health", "log", "workout", "Running").code == 64)
        #expect(try await run("health", "log", "water", "0").code == 65)
    }

    @Test("An invalid measurement is refused with the reason before the database is opened")
    func wrongMeasures() async throws {
        let times = ["--at", "2026-01-05T18:00:00Z", "--until", "2026-01-05T18:45:00Z"]
        func expect(_ arguments: [String], _ words: String) async throws {
            let result = try await TrendyProcess(
                ["health", "log"] + arguments + ["--profile", scratch.path + "/a"]
            ).wait()
            #expect(result.code == 64)
            #expect(result.error.contains(words), "\(result.error)")
        }

        try await expect(["tea", "250"], "no metric and no group 'tea'")
        try await expect(["water", "250"] + times, "leave --until out")
        try await expect(["mindfulness", "10"] + times, "no amount")
        try await expect(["workout", "Jogging"] + times, "hkworkoutactivitytype")
        #expect(!FileManager.default.fileExists(atPath: scratch.path + "/a"))
        let run = try await TrendyProcess(
            ["health", "log", "workout", "running"] + times + ["--profile", scratch.path + "/a"]
        ).wait()
        #expect(run.code == 0, "\(run.error)")
    }
}
