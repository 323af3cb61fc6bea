import Foundation
import Testing

@Suite("Copying a whole account", .serialized)
struct AccountCopyTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private func run(_ profile: String, _ arguments: String...) async throws -> String {
        let result = try await TrendyProcess(
            arguments + ["--profile", scratch.path + "/" + profile]
        ).wait()
        #expect(result.code == 0, "\(arguments): \(result.error)")
        return result.output
    }

    private func json(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    /// The entities of a profile by kind and id, as JSON with sorted keys.
    ///
    /// The version and the times of the record belong to the account, not to the entity.
    private func entities(_ profile: String) async throws -> [String: [String: Data]] {
        var found: [String: [String: Data]] = [:]
        let text = try await run(profile, "export", "--format", "ndjson", "--with-types")
        for line in text.split(separator: "\n") {
            var fields = try json(String(line))
            let kind = try #require(fields["entity_type"] as? String)
            let id = try #require(fields["id"] as? String)
            for name in ["version", "created_at", "updated_at"] { fields[name] = nil }
            found[kind, default: [:]][id] = try JSONSerialization.data(
                withJSONObject: fields,
                options: .sortedKeys
            )
        }
        return found
    }

    /// The digest of each range of ids, of contents instead of versions.
    private func digests(_ entities: [String: [String: Data]]) -> [Character: [Int]] {
        var digests: [Character: [Int]] = [:]
        for (id, content) in entities.values.flatMap({ $0 }) {
            // FNV-1a, which is the same in every process.
            let hash = content.reduce(into: UInt64(0xcbf2_9ce4_8422_2325)) { hash, byte in
                hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
            }
            let digest = digests[id.first ?? "?"] ?? [0, 0]
            digests[id.first ?? "?"] = [digest[0] + 1, digest[1] ^ Int(truncatingIfNeeded: hash)]
        }
        return digests
    }

    /// Fills a profile with every kind of entity, with changes and deletions.
    private func fill(_ profile: String) async throws {
        let health = scratch.path + "/health.zip"
        _ = try await run(
            profile,
            "import",
            try await fixture(health),
            "--time-zone",
            "Europe/Berlin"
        )
        let type = "00000000-0000-7000-8000-00000000000a"
        let place = "00000000-0000-7000-8000-00000000000b"
        let head =
            #""version":1,"created_at":"2026-01-15T08:00:00.000Z","#
            + #""updated_at":"2026-01-15T08:00:00.000Z""#
        let lines = [
            #"{"entity_type":"event_type","id":"\#(type)",\#(head),"name":"Tea 🍵","#
                + ##""color":"#112233","icon":"leaf","future":{"a":[1,2.50,null]}}"##,
            #"{"entity_type":"property_definition","id":"00000000-0000-7000-8000-00000000000c","#
                + #"\#(head),"event_type_id":"\#(type)","key":"size","label":"Size","#
                + #""property_type":"select","options":["small","large"],"display_order":3}"#,
            #"{"entity_type":"geofence","id":"\#(place)",\#(head),"name":"Café \"Zoë\"","#
                + #""latitude":52.52,"longitude":13.405,"radius":120.5,"is_active":false,"#
                + #""notify_on_entry":true}"#,
            #"{"entity_type":"event","id":"00000000-0000-7000-8000-00000000000d",\#(head),"#
                + #""event_type_id":"\#(type)","timestamp":"2026-01-15T07:00:00.123Z","#
                + #""source_type":"manual","geofence_id":"\#(place)","notes":"line\nbreak","#
                + #""unknown_field":1e3}"#,
        ]
        let file = try scratch.write(lines.joined(separator: "\n") + "\n", to: "seed.ndjson")
        _ = try await run(profile, "import", "--events", file, "--strict")
        for name in ["Coffee", "Walk", "Mistake"] {
            _ = try await run(profile, "log", name, "--note", "note of \(name)", "-p", "size=5.2")
        }
        _ = try await run(
            profile,
            "edit",
            "00000000-0000-7000-8000-00000000000d",
            "--set",
            "notes=changed"
        )
        let own = try await entities(profile)
        let mistake = try #require(
            own["event"]?.first { String(decoding: $1, as: UTF8.self).contains("of Mistake") }
        )
        _ = try await run(profile, "delete", mistake.key)
    }

    private func fixture(_ path: String) async throws -> String {
        let result = try await TrendyProcess.run(
            "fixture",
            path,
            "--days",
            "3",
            "--seed",
            "11",
            "--all-kinds"
        )
        #expect(result.code == 0)
        return path
    }

    @Test(
        "An exported account gives the same entities and digests in a new one, on each device",
        arguments: ["json", "ndjson", "account"]
    )
    func copy(format: String) async throws {
        let server = try await ServerProcess(database: scratch.path + "/server.sqlite")
        _ = try await run("a", "signup", "--server", server.url, "--email", "a@example.org")
        try await fill("a")
        let first = try await json(try run("a", "sync", "--verify", "--json"))
        let file = scratch.path + "/copy.json"
        if format == "account" {
            _ = try await run("a", "account", "export", file)
        } else {
            _ = try await run("a", "export", "--format", format, "--with-types", "--output", file)
        }

        _ = try await run("b", "signup", "--server", server.url, "--email", "b@example.org")
        _ = try await run("b", "import", "--events", file, "--strict")
        let copied = try await json(try run("b", "sync", "--verify", "--json"))
        _ = try await run("c", "login", "--server", server.url, "--email", "b@example.org")
        let second = try await json(try run("c", "sync", "--verify", "--json"))

        for result in [first, copied, second] { #expect(result["digestsAgree"] as? Bool == true) }
        let source = try await entities("a")
        #expect(source.keys.sorted() == ["event", "event_type", "geofence", "property_definition"])
        #expect((source["event"]?.count ?? 0) > 150)
        for profile in ["b", "c"] {
            let copy = try await entities(profile)
            #expect(digests(copy) == digests(source))
            let changed = source.flatMap { kind, entities in
                entities.filter { copy[kind]?[$0.key] != $0.value }.keys
            }
            #expect(changed.isEmpty)
        }
        await #expect(server.stop().code == 0)
    }
}
