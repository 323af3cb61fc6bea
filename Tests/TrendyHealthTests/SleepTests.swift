import Testing
import TrendyHealth
import TrendyModel
import TrendyStore

@Suite("Sleep")
struct SleepTests {
    private func nights(_ samples: [HealthSample]) async throws -> [Event] {
        let device = try CapturingDevice()
        device.source.set(.sleep, samples)
        _ = try await device.capture(.sleep)
        return try await device.events()
    }

    @Test("A night of two sources is one session without double counting")
    func sourcesDoNotAddUp() async throws {
        // Guards against a new session at each change of source, and double counting.
        let night = try await nights([
            HealthSample("2026-01-14T22:00:00Z", "2026-01-15T06:00:30Z", 1, source: 1),
            HealthSample("2026-01-14T22:00:00Z", "2026-01-15T07:00:00Z", 0, source: 1),
            HealthSample("2026-01-14T23:00:00Z", "2026-01-15T01:00:00Z", 3),
            HealthSample("2026-01-15T01:00:00Z", "2026-01-15T02:00:00Z", 2),
        ])

        #expect(night.compactMap(\.naturalKey) == ["sleep/2026-01-15/1"])
        let event = try #require(night.first)
        #expect(event.endDate == at("2026-01-15T07:00:00Z"))
        #expect(event.properties["asleep"] == .duration(seconds: 25_230))
        #expect(event.properties["awake"] == .duration(seconds: 3600))
        #expect(event.properties["core"] == .duration(seconds: 7200))
        #expect(event.properties["in_bed"] == .duration(seconds: 32_400))
        #expect(event.properties["deep"] == nil)
    }

    @Test("Unknown stages neither count nor extend a night")
    func unknownStages() async throws {
        // Guards against a crash on a number that is too large for a stage.
        let night = try await nights([
            HealthSample("2026-01-14T23:00:00Z", "2026-01-15T06:00:00Z", 1),
            HealthSample("2026-01-15T06:00:00Z", "2026-01-15T07:00:00Z", 6),
            HealthSample("2026-01-15T06:00:00Z", "2026-01-15T08:00:00Z", 1e300),
            HealthSample("2026-01-15T06:00:00Z", "2026-01-15T09:00:00Z", .nan),
        ])

        #expect(night.map(\.endDate) == [at("2026-01-15T06:00:00Z")])
    }

    @Test("A nap is the second session of its day")
    func nap() async throws {
        let events = try await nights([
            HealthSample("2026-01-14T23:00:00Z", "2026-01-15T06:00:00Z", 1),
            HealthSample("2026-01-15T13:00:00Z", "2026-01-15T14:00:00Z", 1),
        ])

        #expect(
            events.compactMap(\.naturalKey) == ["sleep/2026-01-15/1", "sleep/2026-01-15/2"]
        )
    }

    @Test("A session that grows or gets an earlier start remains one event")
    func growing() async throws {
        // Guards against sessions that are stored while they run and never extended, or doubled by
        // a late sample.
        let device = try CapturingDevice()
        let middle = HealthSample("2026-01-15T01:00:00Z", "2026-01-15T03:00:00Z", 3)
        let early = HealthSample("2026-01-14T23:30:00Z", "2026-01-15T01:00:00Z", 4)
        let late = HealthSample("2026-01-15T03:00:00Z", "2026-01-15T07:00:00Z", 5)
        device.source.set(.sleep, [middle])
        _ = try await device.capture(.sleep)
        device.source.set(.sleep, [middle, late])
        _ = try await device.capture(.sleep)
        device.source.set(.sleep, [early, middle, late])

        #expect(try await device.capture(.sleep).updated == 1)

        let events = try await device.events()
        #expect(events.count == 1)
        #expect(events.first?.properties["asleep"] == .duration(seconds: 27_000))
        #expect(events.first?.endDate == at("2026-01-15T07:00:00Z"))
    }

    @Test("A session that now ends a day later is removed from its old day")
    func movedSession() async throws {
        let device = try CapturingDevice()
        let evening = HealthSample("2026-01-14T21:00:00Z", "2026-01-14T23:50:00Z", 1)
        let night = HealthSample("2026-01-15T00:10:00Z", "2026-01-15T06:00:00Z", 1)
        device.source.set(.sleep, [evening])
        _ = try await device.capture(.sleep)
        device.source.set(.sleep, [evening, night])
        _ = try await device.capture(.sleep)

        #expect(try await device.events().compactMap(\.naturalKey) == ["sleep/2026-01-15/1"])
    }

    @Test("A stage that one source wrote twice counts once")
    func repeatedStage() async throws {
        let stage = HealthSample("2026-01-15T01:00:00Z", "2026-01-15T03:00:00Z", 3)
        let overlapping = HealthSample("2026-01-15T02:00:00Z", "2026-01-15T04:00:00Z", 3)

        let events = try await nights([stage, stage, overlapping])

        #expect(events.first?.properties["asleep"] == .duration(seconds: 10_800))
    }

    @Test("An awakening inside unspecified sleep of the same source counts as awake")
    func wakingInside() async throws {
        let events = try await nights([
            HealthSample("2026-01-14T23:00:00Z", "2026-01-15T07:00:00Z", 1),
            HealthSample("2026-01-15T03:00:00Z", "2026-01-15T03:20:00Z", 2),
        ])

        #expect(events.first?.properties["asleep"] == .duration(seconds: 27_600))
        #expect(events.first?.properties["awake"] == .duration(seconds: 1200))
    }
}
