import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing
import TrendyModel
import TrendyServer
import TrendyWire

@Suite("GET /events/export")
struct EventExportTests {
    private let types = "\(Route.base)/event-types"
    private let events = "\(Route.base)/events"

    /// Creates a type and events a minute apart, and returns the type.
    private func record(
        _ client: ServerClient,
        _ name: String,
        _ count: Int
    ) async throws
        -> EntityID
    {
        let type = client.world.id()
        _ = try await client.send(
            .post,
            types,
            ##"{"id":"\##(type)","name":"\##(name)","color":"#123456","icon":"cup"}"##
        )
        for number in 0..<count {
            let start = Instant(seconds: 1_768_464_000 + Int64(number) * 60)
            let made = try await client.send(
                .post,
                events,
                """
                {"id":"\(client.world.id())","event_type_id":"\(type)",\
                "timestamp":"\(start)","source_type":"manual","notes":"n, \(number)"}
                """
            )
            #expect(made.status == .created)
        }
        return type
    }

    private func array(_ response: TestResponse) throws -> [[String: Any]] {
        let json = try JSONSerialization.jsonObject(with: Data(response.body.readableBytesView))
        return try #require(json as? [[String: Any]])
    }

    @Test("Each format has all events, oldest first, and the names of their types")
    func formats() async throws {
        try await ServerFixture().test { client in
            let client = try await client.signedUp()
            _ = try await record(client, "Coffee", 3)

            let json = try await client.send(.get, Route.eventExport)
            let lines = try await client.send(.get, Route.eventExport + "?format=ndjson")
            let csv = try await client.send(.get, Route.eventExport + "?format=csv")

            let events = try array(json)
            #expect(events.map { $0["notes"] as? String } == ["n, 0", "n, 1", "n, 2"])
            #expect(events.allSatisfy { $0["event_type_name"] as? String == "Coffee" })
            #expect(json.headers[.contentType] == "application/json")
            #expect(lines.text.split(separator: "\n").count == 3)
            #expect(csv.text.split(separator: "\r\n").count == 4)
            #expect(csv.text.contains(",Coffee,2026-01-15T08:00:00.000Z,"))
            #expect(csv.headers[.contentType]?.hasPrefix("text/csv") == true)
            #expect(csv.headers[.contentDisposition] == "attachment; filename=\"events.csv\"")
        }
    }

    @Test("The period and the types select events")
    func filters() async throws {
        try await ServerFixture().test { client in
            let client = try await client.signedUp()
            let coffee = try await record(client, "Coffee", 3)
            let tea = try await record(client, "Tea", 2)
            _ = try await record(client, "Water", 1)
            func count(_ query: String) async throws -> Int {
                try array(try await client.send(.get, Route.eventExport + query)).count
            }

            #expect(try await count("") == 6)
            #expect(try await count("?event_type_ids=\(coffee)") == 3)
            #expect(try await count("?event_type_ids=\(coffee),\(tea)") == 5)
            #expect(try await count("?from=2026-01-15T08:01:00Z") == 3)
            #expect(try await count("?to=2026-01-15T08:01:00Z") == 3)
            #expect(
                try await count(
                    "?from=2026-01-15T08:01:00Z&to=2026-01-15T08:02:00Z&event_type_ids=\(tea)"
                ) == 1
            )
        }
    }

    @Test("All invalid parameters are reported at once")
    func violations() async throws {
        try await ServerFixture().test { client in
            let client = try await client.signedUp()

            let answer = try await client.send(
                .get,
                Route.eventExport + "?format=xls&from=now&to=soon&event_type_ids=1,2"
            )
            let reversed = try await client.send(
                .get,
                Route.eventExport + "?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z"
            )

            #expect(answer.problem?.code == .validation)
            let fields = (answer.problem?.errors ?? []).map { $0.field }
            #expect(fields == ["format", "from", "to", "event_type_ids"])
            #expect(reversed.problem?.errors?.map { $0.code } == ["out_of_range"])
        }
    }

    @Test("An account exports only its own events, in any number of pages")
    func pages() async throws {
        var limits = WorkLimits()
        // About two events a page.
        limits.snapshotPageBytes = 300
        try await ServerFixture(limits: limits, readers: 1).test { client in
            let ada = try await client.signedUp()
            let bob = try await client.signedUp("bob@example.com")
            _ = try await record(ada, "Coffee", 9)

            let own = try array(try await ada.send(.get, Route.eventExport))
            let other = try array(try await bob.send(.get, Route.eventExport))

            #expect(own.map { $0["notes"] as? String } == (0..<9).map { "n, \($0)" })
            #expect(other.isEmpty)
        }
    }
}
