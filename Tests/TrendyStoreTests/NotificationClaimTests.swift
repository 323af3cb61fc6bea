import Testing
import TrendyStore

@Suite("Claims of notifications")
struct NotificationClaimTests {
    private let fixture: StoreFixture
    private let store: DeviceStore

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
    }

    private func claim(_ facts: [String], of identifier: String = "steps") async throws -> [String]
    {
        try await store.write { try $0.notifications.claim(identifier, of: facts) }
    }

    @Test("A notification is claimed once, and again after its release")
    func once() async throws {
        #expect(try await store.write { try $0.notifications.claim("full") })
        #expect(try await store.write { try $0.notifications.claim("other") })
        #expect(try await store.write { try $0.notifications.claim("full") } == false)
        #expect(try await store.read { try $0.notifications.isClaimed("full") })

        #expect(try await store.write { try $0.notifications.release("full") })
        #expect(try await store.write { try $0.notifications.release("full") } == false)
        #expect(try await store.read { try $0.notifications.isClaimed("full") } == false)
        #expect(try await store.read { try $0.notifications.isClaimed("other") })
        #expect(try await store.write { try $0.notifications.claim("full") })
    }

    @Test("In a series, only the last claimed fact is refused")
    func series() async throws {
        #expect(try await store.write { try $0.notifications.claim("home", of: "1") })
        #expect(try await store.write { try $0.notifications.claim("home", of: "1") } == false)
        #expect(try await store.write { try $0.notifications.claim("home", of: "2") })
        #expect(try await store.write { try $0.notifications.claim("home", of: "1") })
    }

    @Test("Of several facts, those without a claim are returned in their order")
    func facts() async throws {
        #expect(try await claim(["b", "a"]) == ["b", "a"])
        #expect(try await claim(["a", "d", "b", "c"]) == ["d", "c"])
        #expect(try await claim(["a"], of: "sleep") == ["a"])
        #expect(try await claim(["a", "b"]).isEmpty)

        try await store.write { try $0.notifications.release("steps", of: ["a", "c", "x"]) }

        #expect(try await claim(["a", "b", "c", "d"]) == ["a", "c"])
        try await store.write {
            try $0.notifications.release("steps", of: ["a", "b", "c", "d"])
        }
        #expect(try await store.read { try $0.notifications.isClaimed("steps") } == false)
    }

    @Test("The newest 64 claims of a kind are kept")
    func limit() async throws {
        let facts = (0..<65).map { "\($0)" }
        #expect(try await claim(facts) == facts)

        #expect(try await claim(Array(facts[1...])).isEmpty)
        #expect(try await claim(facts) == ["0"])
    }
}
