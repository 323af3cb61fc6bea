import Testing
import TrendyModel
import TrendyStore

@Suite("Reasons of failed and blocked mutations")
struct QueueReasonsTests: RecordingSuite {
    private let fixture: StoreFixture
    let store: DeviceStore

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
    }

    private func refuse(_ problem: RawJSON) async throws {
        try await store.complete(try await store.batch(1), .refused(problem: problem, retryAt: nil))
    }

    private func problem(_ code: String) throws -> RawJSON {
        var document = Document()
        document["type"] = RawJSON("urn:trendy:error:\(code)")
        document["detail"] = RawJSON("Home is too small")
        return document.json
    }

    @Test("Each failed mutation has its code, and what it blocks has the code of the failed one")
    func codes() async throws {
        let type = try await type("Coffee")
        try await refuse(try problem("validation"))
        for _ in 0..<3 { _ = try await event(of: type) }

        let reasons = try await store.read { try $0.queue.reasons() }

        #expect(reasons.failed == ["validation": 1])
        #expect(reasons.blocked == ["validation": 3])
        #expect(try await store.status().blocked == 3)
    }

    @Test("A reason that is text, or no code, is unknown: text never leaves the device")
    func unknown() async throws {
        _ = try await type("Coffee")
        try await refuse(RawJSON("Home, 52.5 13.4"))
        _ = try await type("Tea")
        try await refuse(try problem("Meet Bob at Home"))

        let reasons = try await store.read { try $0.queue.reasons() }

        #expect(reasons.failed == [QueueReasons.unknown: 2])
        #expect(reasons.blocked.isEmpty)
    }
}
