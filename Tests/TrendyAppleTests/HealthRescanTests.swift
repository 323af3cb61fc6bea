import Foundation
import HealthKit
import SimulatedHealthKit
import Synchronization
import Testing
import TrendyKit
import TrendyModel

@Suite("Capture on app activation")
struct HealthRescanTests {
    /// A clock that a test sets forward and back.
    private final class OffsetClock: WallClock {
        private let base: any WallClock
        private let offset = Mutex(Duration.zero)

        init(_ base: any WallClock) { self.base = base }

        func now() -> Instant { base.now() + offset.withLock { $0 } }

        func shift(by span: Duration) { offset.withLock { $0 += span } }
    }

    @Test("A deletion that HealthKit no longer reports is found once a day, whatever the clock")
    func forgottenDeletion() {
        // Regression: a day stayed wrong where the system never granted the processing task.
        CapturingPhone.live { phone in
            let clock = OffsetClock(phone.dependencies.wallClock)
            let engine = try phone.engine(wallClock: clock)
            let wrong = [2.0, 3, 4].map { phone.steps($0, at: phone.hour(-24 * 10 + $0)) }
            phone.health.add(wrong + [phone.steps(100, at: phone.hour(-24 * 10 + 12))])
            func opened(without index: Int) async throws -> [String: String] {
                phone.health.delete(uuids: [wrong[index].uuid])
                phone.health.expireDeletedObjects(before: phone.hour(1000))
                await engine.didBecomeActive()
                return try await phone.values(in: engine.store)
            }

            await engine.didBecomeActive()
            let first = try await phone.values(in: engine.store)
            let sameDay = try await opened(without: 0)
            clock.shift(by: .seconds(86_400))
            let nextDay = try await opened(without: 1)
            clock.shift(by: .seconds(-3600))
            let putBack = try await opened(without: 2)
            try await engine.close()

            #expect(first == ["2025-12-22": "109"] && sameDay == first)
            #expect(nextDay == ["2025-12-22": "104"])
            #expect(putBack == ["2025-12-22": "100"])
        }
    }

    @Test("A new launch rescans too, but not in the background")
    func launched() {
        CapturingPhone.live { phone in
            let clock = phone.dependencies.wallClock
            let wrong = phone.steps(5, at: phone.hour(-24 * 10))
            phone.health.add([wrong, phone.steps(100, at: phone.hour(-24 * 10 + 1))])
            func captured(isInBackground: Bool) async throws -> [String: String] {
                let engine = try phone.engine(wallClock: clock)
                engine.start(isInBackground: isInBackground)
                try await phone.pass(.seconds(60))
                let values = try await phone.values(in: engine.store)
                try await engine.stop()
                return values
            }

            let first = try await captured(isInBackground: false)
            phone.health.delete(uuids: [wrong.uuid])
            phone.health.expireDeletedObjects(before: phone.hour(1000))
            let unseen = try await captured(isInBackground: true)
            let seen = try await captured(isInBackground: false)

            #expect(first == ["2025-12-22": "105"] && unseen == first)
            #expect(seen == ["2025-12-22": "100"])
        }
    }
}
