import Foundation
import HealthKit
import SimulatedHealthKit
import SimulatedPhone
import Synchronization
import Testing
import TrendyHealth
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

    @Test("A periodic pass that was cut short is continued with the same older days")
    func cutShort() {
        CapturingPhone.live { phone in
            let isCut = Mutex(false)
            let capture = phone.limitedCapture { isCut.withLock { $0 } }
            func sample(daysAgo days: Double) -> HKQuantitySample {
                phone.steps(days, at: phone.hour(-24 * days + 1))
            }
            let wrong = [sample(daysAgo: 9), sample(daysAgo: 50)]
            phone.health.add(wrong + [sample(daysAgo: 30), sample(daysAgo: 90)])
            try await capture.capture([.steps])
            phone.health.delete(uuids: wrong.map(\.uuid))
            phone.health.expireDeletedObjects(before: phone.hour(1000))
            func counts() async throws -> [String] { try await phone.values().values.sorted() }

            try await capture.capture([.steps], trigger: .periodic) { _ in
                isCut.withLock { $0 = true }
            }
            let afterCut = try await counts()
            isCut.withLock { $0 = false }
            try await capture.capture([.steps], trigger: .periodic)
            let afterRest = try await counts()
            try await capture.capture([.steps], trigger: .periodic)
            let afterNext = try await counts()

            #expect(afterCut == ["30", "50", "9", "90"])
            #expect(afterRest == ["30", "50", "90"])
            #expect(afterNext == ["30", "90"])
        }
    }

    @Test("A launch pass that had no time or failed leaves the recent days to the next pass")
    func launchCutShort() {
        CapturingPhone.live { phone in
            let answers = Mutex<[Bool]>([])
            let capture = phone.limitedCapture {
                answers.withLock { $0.isEmpty ? false : $0.removeFirst() }
            }
            let wrong = (1...3).map { phone.steps(Double($0), at: phone.hour(-24 * Double($0))) }
            phone.health.add(wrong + [phone.steps(70, at: phone.hour(-24 * 20))])
            try await capture.capture([.steps])
            var counts: [[String]] = []
            for (index, hasTime) in [[true], [false, true], []].enumerated() {
                phone.health.delete(uuids: [wrong[index].uuid])
                phone.health.expireDeletedObjects(before: phone.hour(1000))
                answers.withLock { $0 = hasTime }
                if hasTime.isEmpty {
                    phone.phone.lock()
                    try await phone.pass(.seconds(3600))
                    await #expect(throws: HealthSourceError.self) {
                        try await capture.capture([.steps], trigger: .launch)
                    }
                    phone.phone.unlock()
                } else {
                    try await capture.capture([.steps], trigger: .launch)
                }
                counts.append(try await phone.values().values.sorted())
                try await capture.capture([.steps])
                counts.append(try await phone.values().values.sorted())
            }

            #expect(
                counts == [
                    ["1", "2", "3", "70"], ["2", "3", "70"], ["2", "3", "70"], ["3", "70"],
                    ["3", "70"], ["70"],
                ]
            )
        }
    }

    @Test("A day whose only samples were deleted does not get the sample that ends at its start")
    func endsAtMidnight() {
        CapturingPhone.live { phone in
            let evening = phone.steps(100, at: phone.hour(-24 * 20 - 1), lasting: 3600)
            let next = phone.steps(50, at: phone.hour(-24 * 20 + 4))
            phone.health.add([evening, next])
            try await phone.capture([.steps])
            let before = try await phone.values()

            phone.health.delete(uuids: [next.uuid])
            try await phone.capture([.steps])

            let after = try await phone.values()
            #expect(before == ["2025-12-11": "100", "2025-12-12": "50"])
            #expect(after == ["2025-12-11": "100"])
        }
    }
}
