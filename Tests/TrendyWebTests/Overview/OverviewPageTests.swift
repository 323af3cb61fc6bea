import Foundation
import HTTPTypes
import Testing
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync

@testable import TrendyWeb

@Suite("The overview's page")
struct OverviewPageTests {
    @Test("A new account sees what to do first, and no empty cards")
    func welcome() async throws {
        let page = try await Site().get("/")

        #expect(page.status == .ok)
        #expect(page.words.contains("Nothing is recorded yet"))
        for path in ["/transfer", "/timeline", "/devices"] {
            #expect(page.text.contains(" href=\"\(path)\">"))
        }
        #expect(!page.text.contains("class=\"card metric\""))
        #expect(page.words.contains("Not signed in."))
    }

    @Test("Today is compared with the same weekday, in a sentence, a drawing and a table")
    func usual() async throws {
        let site = try Site()
        for week in 1...8 { try await site.recordSteps(100 * Int64(week), day: -7 * week) }
        try await site.recordSteps(900)

        let page = try await site.get("/")

        #expect(page.words.contains("Today against your usual"))
        #expect(page.words.contains("6,300 steps"))
        #expect(page.words.contains("More than on a usual Wednesday: 6,300 steps by 15:00"))
        #expect(page.text.contains("class=\"band\"") && page.text.contains("class=\"curve\""))
        #expect(page.words.contains("Steps, total so far at each hour"))
        #expect(page.words.contains("No data"))
        #expect(page.text.contains("href=\"/explain/steps/2026-03-04\""))
        let subject = HealthMetric.steps.eventTypeID.description
        #expect(page.text.contains("href=\"/insights?subject=\(subject)\""))
    }

    @Test("A metric without any data is named, not shown as zero")
    func noData() async throws {
        let site = try Site()
        try await site.recordSteps(900)

        let page = try await site.get("/")

        #expect(page.words.contains("No data yet"))
        #expect(page.text.components(separatedBy: "id=\"metric-").count == 2)
        #expect(!page.words.contains("Active Energy 0"))
    }

    @Test("Sleep shows its stages, a heart rate its hours")
    func otherCards() async throws {
        let site = try Site()
        var averages = [JSONNumber?](repeating: nil, count: 24)
        averages[13] = 62
        try await site.recordDay(
            .heartRate,
            ["average": .number(62), "hourly_average": .series(averages)]
        )
        try await site.recordDay(
            .sleep,
            day: -1,
            [
                "asleep": .duration(seconds: 27_000), "deep": .duration(seconds: 5400),
                "core": .duration(seconds: 21_600),
            ]
        )

        let page = try await site.get("/")

        #expect(page.words.contains("62 /min"))
        #expect(page.words.contains("Heart Rate by hour"))
        #expect(page.text.contains("class=\"bar\""))
        #expect(page.words.contains("Deep 1 h 30 min"))
    }

    @Test("New entries and those that another device changed are listed with their days")
    func entries() async throws {
        let site = try Site()
        let now = site.dependencies.wallClock.now()
        let id = try await site.engine.recordManualEvent(
            .init(typeName: "Tea", timestamp: now - .seconds(3600), notes: "green")
        ).eventID
        var page = try await site.get("/")
        #expect(page.words.contains("Tea green"))
        #expect(page.text.contains("href=\"/timeline?day=2026-03-04\""))
        // Without a sign-in everything waits.
        #expect(!page.words.contains("Not sent yet"))
        #expect(!page.words.contains("Changed on other devices"))

        let stored = try await site.engine.store.read { try $0.entities.fetch(id: id) }
        var remote = try #require(stored)
        var event = try Event(document: remote.document())
        event.notes = "black"
        remote.content = event.document.json
        remote.version += 9
        remote.updatedAt = now + .seconds(60)
        try await acceptAll(site)
        _ = try await site.engine.store.write { [remote] in
            try $0.sync.apply(changes: [remote], cursor: "c", policy: ConflictResolver())
        }
        page = try await site.get("/")
        #expect(page.words.contains("Updated from the server"))
        #expect(page.words.contains("Changed on other devices"))
    }

    @Test("Failed changes lead to the decisions")
    func attention() async throws {
        let site = try Site()
        _ = try await site.engine.recordManualEvent(
            .init(typeName: "Tea", timestamp: site.dependencies.wallClock.now())
        )
        #expect(!(try await site.get("/").words.contains("Needs you")))

        try await acceptAll(site, .refused(problem: RawJSON("It breaks a rule."), retryAt: nil))
        let page = try await site.get("/")

        #expect(page.words.contains("Needs you"))
        #expect(page.words.contains("could not be sent"))
        #expect(page.text.contains("class=\"button\" href=\"/decisions\""))
    }

    @Test("Names and notes of people are escaped")
    func escaping() async throws {
        let site = try Site()
        let payload = "<script>alert(1)</script>\"><img src=x onerror=alert(1)>"
        _ = try await site.engine.recordManualEvent(
            .init(
                typeName: payload,
                timestamp: site.dependencies.wallClock.now(),
                notes: payload
            )
        )
        try await site.recordDay(name: payload, ["count": .number(5)])

        let page = try await site.get("/")

        #expect(!page.text.contains("<script>") && !page.text.contains("<img"))
        #expect(page.words.contains("<script>alert(1)</script>"))
    }

    @Test("A page with all cards is below the limit of 200 KB")
    func size() async throws {
        let site = try Site()
        for week in 0...8 { try await site.recordSteps(100, day: -7 * week) }
        for day in 0..<20 {
            _ = try await site.engine.recordManualEvent(
                .init(
                    typeName: "Tea",
                    timestamp: site.dependencies.wallClock.now() - .seconds(86_400 * day),
                    notes: String(repeating: "x", count: 1000)
                )
            )
        }

        #expect(try await site.get("/").text.utf8.count < 200_000)
    }

    private func acceptAll(
        _ site: Site,
        _ outcome: MutationOutcome = .accepted(version: 1)
    ) async throws {
        try await site.engine.store.write { transaction in
            guard let batch = try transaction.queue.nextBatch(limit: 500, byteLimit: .max) else {
                return
            }
            _ = try transaction.queue.apply(
                batch,
                outcomes: Dictionary(
                    uniqueKeysWithValues: batch.mutations.map { ($0.id, outcome) }
                ),
                cursorRange: nil,
                policy: ConflictResolver(),
                nextLimit: 1,
                nextByteLimit: 1
            )
        }
    }
}
