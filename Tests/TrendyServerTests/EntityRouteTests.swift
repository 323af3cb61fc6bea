import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing
import TrendyModel
import TrendyServer
import TrendyWire

@Suite("The entity routes")
struct EntityRouteTests {
    private let types = "\(Route.base)/event-types"
    private let events = "\(Route.base)/events"

    private func body(_ id: EntityID, _ fields: String) -> String {
        #"{"id":"\#(id)","# + fields.dropFirst()
    }

    @Test("An entity is created, read, changed and deleted")
    func lifecycle() async throws {
        try await ServerFixture().test { client in
            let client = try await client.signedUp()
            let id = client.world.id()
            let made = try await client.send(.post, types, body(id, typeFields("Coffee")))
            let again = try await client.send(.post, types, body(id, typeFields("Coffee")))
            let read = try await client.send(.get, "\(types)/\(id)")
            let changed = try await client.send(
                .patch,
                "\(types)/\(id)",
                ##"{"color":"#000000"}"##,
                headers: [.ifMatch: read.headers[.eTag] ?? ""]
            )
            let stale = try await client.send(
                .patch,
                "\(types)/\(id)",
                ##"{"color":"#111111"}"##,
                headers: [.ifMatch: read.headers[.eTag] ?? ""]
            )
            let deleted = try await client.send(.delete, "\(types)/\(id)")
            let gone = try await client.send(.delete, "\(types)/\(id)")
            let missing = try await client.send(.get, "\(types)/\(id)")

            #expect(made.status == .created)
            #expect(made.headers[.eTag] == "\"1\"")
            #expect(again.status == .ok)
            #expect(again.body == read.body)
            #expect(changed.text.contains("#000000"))
            #expect(changed.headers[.eTag] == "\"2\"")
            #expect(stale.problem?.code == .conflict)
            #expect(deleted.status == .noContent)
            #expect(gone.status == .noContent)
            #expect(missing.status == .notFound)
        }
    }

    @Test("Another account's entity gets the same bytes as a missing entity")
    func isolation() async throws {
        try await ServerFixture().test { client in
            let ada = try await client.signedUp()
            let bob = try await client.signedUp("bob@example.com")
            let id = client.world.id()
            _ = try await ada.send(.post, types, body(id, typeFields("Coffee")))
            let header: HTTPFields = [.requestID: "same"]
            for method in [HTTPRequest.Method.get, .patch, .delete] {
                let text = method == .patch ? "{}" : nil
                let foreign = try await bob.send(method, "\(types)/\(id)", text, headers: header)
                let none = try await bob.send(
                    method,
                    "\(types)/\(client.world.id())",
                    text,
                    headers: header
                )

                #expect(foreign.status == (method == .delete ? .noContent : .notFound))
                #expect(foreign.status == none.status)
                #expect(foreign.body == none.body)
                #expect(foreign.headers == none.headers)
            }
            #expect(try await ada.send(.get, "\(types)/\(id)").status == .ok)
        }
    }

    @Test("A write repeated with its key applies once; the key with another body is refused")
    func idempotency() async throws {
        let fixture = try await ServerFixture()
        try await fixture.test { client in
            let client = try await client.signedUp()
            let id = client.world.id()
            _ = try await client.send(.post, types, body(id, typeFields("Coffee")))
            let key: HTTPFields = [.idempotencyKey: "my key"]
            let first = try await client.send(
                .patch,
                "\(types)/\(id)",
                #"{"icon":"a"}"#,
                headers: key
            )
            _ = try await client.send(.patch, "\(types)/\(id)", #"{"icon":"b"}"#)
            fixture.world.clock.advance(by: .seconds(60))
            let again = try await client.send(
                .patch,
                "\(types)/\(id)",
                #"{"icon":"a"}"#,
                headers: key
            )
            let other = try await client.send(
                .patch,
                "\(types)/\(id)",
                #"{"icon":"c"}"#,
                headers: key
            )

            #expect(first.status == .ok)
            #expect(again.status == .ok)
            #expect(again.text.contains(#""icon":"b""#))
            #expect(other.problem?.code == .idempotencyMismatch)
        }
    }

    @Test("One key for two entities is refused: neither gets the other's answer")
    func oneKeyForTwo() async throws {
        try await ServerFixture().test { client in
            let client = try await client.signedUp()
            let (first, second) = (client.world.id(), client.world.id())
            _ = try await client.send(.post, types, body(first, typeFields("Coffee")))
            _ = try await client.send(.post, types, body(second, typeFields("Tea")))
            let key: HTTPFields = [.idempotencyKey: "my key"]
            let change = #"{"icon":"mug"}"#

            let one = try await client.send(.patch, "\(types)/\(first)", change, headers: key)
            let two = try await client.send(.patch, "\(types)/\(second)", change, headers: key)
            let read = try await client.send(.get, "\(types)/\(second)")

            #expect(one.status == .ok)
            #expect(two.problem?.code == .idempotencyMismatch)
            #expect(!read.text.contains("mug"))
        }
    }

    @Test("A repeated creation of an entity that was deleted since is a conflict")
    func repeatedCreation() async throws {
        try await ServerFixture().test { client in
            let client = try await client.signedUp()
            let id = client.world.id()
            let key: HTTPFields = [.idempotencyKey: "my key"]
            let creation = body(id, typeFields("Coffee"))
            let first = try await client.send(.post, types, creation, headers: key)
            let second = try await client.send(.post, types, creation, headers: key)
            _ = try await client.send(.delete, "\(types)/\(id)")
            let third = try await client.send(.post, types, creation, headers: key)

            #expect(first.status == .created)
            #expect(second.status == .ok)
            #expect(third.problem?.code == .conflict)
            #expect(try await client.send(.get, "\(types)/\(id)").status == .notFound)
        }
    }

    @Test("Lists have pages without gaps, newest first, and filters")
    func lists() async throws {
        try await ServerFixture().test { client in
            let client = try await client.signedUp()
            let type = client.world.id()
            _ = try await client.send(.post, types, body(type, typeFields("Coffee")))
            let items = (0..<7).map {
                body(client.world.id(), eventFields(type, at: Int64($0)))
            }
            let batch = try await client.send(
                .post,
                "\(events)/batch",
                "{\"events\":[\(items.joined(separator: ","))]}"
            )
            var seen: [String] = []
            var path = "\(events)?limit=3&event_type_id=\(type)"
            while true {
                let response = try await client.send(.get, path)
                let page = try RawJSON(checking: Array(response.text.utf8)).fields ?? []
                seen += (page[0].value.elements ?? []).map(\.description)
                guard page.count > 1, let token = page[1].value.string else { break }
                path = "\(events)?limit=3&event_type_id=\(type)&page_token=\(token)"
            }

            #expect(batch.status == .ok)
            #expect(seen.count == 7)
            #expect(Set(seen).count == 7)
            #expect(seen.first?.contains("00:00:06.000Z") == true)
        }
    }

    @Test("A batch with an invalid item stores the valid items and names the invalid one")
    func batch() async throws {
        try await ServerFixture().test { client in
            let client = try await client.signedUp()
            let type = client.world.id()
            _ = try await client.send(.post, types, body(type, typeFields("Coffee")))
            let good = body(client.world.id(), eventFields(type))
            let response = try await client.send(
                .post,
                "\(events)/batch",
                "[\(good),{\"notes\":1},\(body(client.world.id(), #"{"is_all_day":false}"#))]"
            )

            #expect(response.status.code == 207)
            let json = try RawJSON(checking: Array(response.text.utf8))
            let items = try #require(json.fields?.first?.value.elements)
            let statuses = items.map { item in
                item.fields?.first { $0.key == "status" }?.value.description
            }
            #expect(statuses == ["201", "422", "422"])
        }
    }

    @Test("A type with events is refused with the count, and deleted with cascade=true")
    func cascade() async throws {
        try await ServerFixture().test { client in
            let client = try await client.signedUp()
            let type = client.world.id()
            let event = client.world.id()
            _ = try await client.send(.post, types, body(type, typeFields("Coffee")))
            _ = try await client.send(.post, events, body(event, eventFields(type)))
            let definition =
                #"{"id":"\#(client.world.id())","key":"size","label":"Size","#
                + #""property_type":"number"}"#
            let made = try await client.send(.post, "\(types)/\(type)/properties", definition)
            let listed = try await client.send(.get, "\(types)/\(type)/properties")
            let refused = try await client.send(.delete, "\(types)/\(type)")
            let deleted = try await client.send(.delete, "\(types)/\(type)?cascade=true")
            let after = try await client.send(.get, "\(events)/\(event)")

            #expect(made.status == .created)
            #expect(listed.text.contains("Size"))
            #expect(refused.status == .conflict)
            #expect(refused.problem?.detail.contains("1 event.") == true)
            #expect(deleted.status == .noContent)
            #expect(after.status == .notFound)
        }
    }

    @Test(
        "A write whose If-Match is not an ETag of this server is refused and changes nothing",
        arguments: [
            "\"abc\"", "abc", "\"\"", "W/\"1\"", "\"1\", \"2\"", "\"1.0\"",
            "\"9223372036854775808\"",
        ]
    )
    func unknownETag(etag: String) async throws {
        try await ServerFixture().test { client in
            let client = try await client.signedUp()
            let id = client.world.id()
            _ = try await client.send(.post, types, body(id, typeFields("Coffee")))
            let header: HTTPFields = [.ifMatch: etag]

            let change = try await client.send(
                .patch,
                "\(types)/\(id)",
                #"{"icon":"mug"}"#,
                headers: header
            )
            let deletion = try await client.send(.delete, "\(types)/\(id)", headers: header)
            let read = try await client.send(.get, "\(types)/\(id)")

            #expect(change.status == .badRequest)
            #expect(change.problem?.code == .malformed)
            #expect(deletion.status == .badRequest)
            #expect(read.headers[.eTag] == "\"1\"")
        }
    }

    @Test("A deletion with an outdated ETag is a conflict; with the asterisk it is applied")
    func staleDeletion() async throws {
        try await ServerFixture().test { client in
            let client = try await client.signedUp()
            let id = client.world.id()
            let path = "\(types)/\(id)"
            _ = try await client.send(.post, types, body(id, typeFields("Coffee")))
            _ = try await client.send(.patch, path, #"{"icon":"mug"}"#)

            let stale = try await client.send(.delete, path, headers: [.ifMatch: "\"1\""])
            let read = try await client.send(.get, path)
            let deleted = try await client.send(.delete, path, headers: [.ifMatch: "*"])

            #expect(stale.problem?.code == .conflict)
            #expect(read.headers[.eTag] == "\"2\"")
            #expect(deleted.status == .noContent)
        }
    }

    @Test(
        "A list parameter that is not valid is refused with its name",
        arguments: [
            "limit=abc", "limit=0", "from=yesterday", "to=2026-01-15", "event_type_id=abc",
            "page_token=abc",
        ]
    )
    func invalidParameter(query: String) async throws {
        try await ServerFixture().test { client in
            let client = try await client.signedUp()

            let answer = try await client.send(.get, "\(events)?\(query)")

            #expect(answer.problem?.code == .validation)
            let name = query.prefix { $0 != "=" }
            #expect(answer.problem?.errors?.map(\.field) == [String(name)])
        }
    }
}
