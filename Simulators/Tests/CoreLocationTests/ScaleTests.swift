import CoreLocation
import Foundation
import SimulatedCoreLocation
import SimulatedPhone
import Testing

/// A person's movements over months, at a cost that tests can afford.
struct ScaleTests {
    private static let day = 86_400.0

    private static func place(_ index: Int) -> CLLocationCoordinate2D {
        TestPhone.home.offset(
            east: Double(index % 5) * 2500 - 4000,
            north: Double(index / 5) * 2500 - 3000
        )
    }

    /// Home, then the day's places by car with a fix each 20 s, and home again.
    private static func commute(days: Int, seed: UInt64) -> Walk {
        let random = SeededRandomness(seed: seed)
        var fixes: [(date: Date, coordinate: CLLocationCoordinate2D)] = []
        var here = TestPhone.home
        var date = ManualTimeline.beginning
        func go(to target: CLLocationCoordinate2D) {
            let from = CLLocation(latitude: here.latitude, longitude: here.longitude)
            let to = CLLocation(latitude: target.latitude, longitude: target.longitude)
            let legs = max(1, Int(from.distance(from: to) / 12 / 20))
            let (start, origin) = (date, here)
            for leg in 0...legs {
                let share = Double(leg) / Double(legs)
                let drift = leg == 0 || leg == legs ? 0 : Double(random.next() % 61) - 30
                let place = CLLocationCoordinate2D(
                    latitude: origin.latitude + (target.latitude - origin.latitude) * share,
                    longitude: origin.longitude + (target.longitude - origin.longitude) * share
                )
                date = start.addingTimeInterval(Double(leg) * 20)
                fixes.append((date, place.offset(east: drift, north: drift)))
            }
            here = target
        }
        for day in 0..<days {
            let midnight = ManualTimeline.beginning.addingTimeInterval(Double(day) * Self.day)
            date = midnight.addingTimeInterval(7.5 * 3600 + Double(random.next() % 3600))
            if day % 7 < 5 {
                go(to: place(7))
                date.addTimeInterval(8 * 3600)
                if day % 2 == 0 {
                    go(to: place(Int(random.next() % 20)))
                    date.addTimeInterval(3600)
                }
            } else {
                date.addTimeInterval(2 * 3600)
                go(to: place(Int(random.next() % 20)))
                date.addTimeInterval(2 * 3600)
            }
            go(to: TestPhone.home)
        }
        return Walk(fixes)
    }

    /// Simulates days; the app is killed at each midnight.
    private static func simulate(days: Int, seed: UInt64, others: Bool) -> (TestPhone, Walk) {
        let test = TestPhone(seed: seed)
        let walk = commute(days: days, seed: seed)
        test.location.walk = walk
        let delegate = test.open()
        delegate.manager.startMonitoring(for: TestPhone.region(radius: 150))
        for index in 0..<19 {
            delegate.manager.startMonitoring(
                for: TestPhone.region("place \(index)", at: place(index), radius: 150)
            )
        }
        if others {
            delegate.manager.startMonitoringSignificantLocationChanges()
            delegate.manager.startMonitoringVisits()
        }
        test.settle()
        test.answerLaunches()
        for day in 1...days {
            test.terminate()
            test.timeline.run(
                until: ManualTimeline.beginning.addingTimeInterval(Double(day) * Self.day)
            )
        }
        return (test, walk)
    }

    @Test("A commuter's year with 20 regions is reported correctly")
    func year() {
        let days = 365

        let (test, walk) = Self.simulate(days: days, seed: 5, others: false)

        // Each entry with a sufficient stay is reported, and nothing else.
        let end = ManualTimeline.beginning.addingTimeInterval(Double(days) * Self.day)
        for (name, center) in [("home", TestPhone.home), ("place 7", Self.place(7))] {
            let crossings = walk.crossings(
                of: center,
                radius: 150,
                from: ManualTimeline.beginning,
                to: end
            )
            let entries = crossings.indices.filter { index in
                let leaves = index + 1 < crossings.count ? crossings[index + 1].date : end
                return crossings[index].isEntry
                    && leaves.timeIntervalSince(crossings[index].date) >= 20
            }
            #expect(test.log.count("enter \(name)") == entries.count)
        }
        let counters = test.location.counters
        #expect(counters.eventsLost == 0)
        #expect(counters.eventsDelivered == counters.crossingsNoticed)
        #expect(counters.launches == days)
        #expect(counters.wakes > days)
        #expect(test.log.count("enter home") == test.log.count("exit home"))
    }

    @Test("A hundred weeks with visits and significant changes are reported correctly")
    func weeks() {
        for seed in 1...100 {
            let (test, _) = Self.simulate(days: 7, seed: UInt64(seed), others: true)

            #expect(test.location.counters.wakes > 20)
            #expect(test.log.count("enter home") >= 7)
        }
    }

    @Test("A seed gives the same movements")
    func repeatable() {
        let (first, _) = Self.simulate(days: 14, seed: 9, others: true)
        let (second, _) = Self.simulate(days: 14, seed: 9, others: true)

        #expect(first.log.lines == second.log.lines)
        #expect(first.log.lines.count > 100)
    }

    @Test("A week with a fix each second is processed quickly")
    func dense() {
        let test = TestPhone()
        let start = ManualTimeline.beginning
        test.location.walk = Walk(from: start, to: start + 7 * Self.day, every: .seconds(1)) {
            let seconds = $0.timeIntervalSince(start)
            // At work from 9 to 5, with half an hour of commute each way.
            let hour = seconds.truncatingRemainder(dividingBy: Self.day) / 3600
            let share = min(1, max(0, min((hour - 8.5) * 2, (17.5 - hour) * 2)))
            return TestPhone.home.offset(east: 5000 * share, north: 1000 * share)
        }
        let delegate = test.open()
        delegate.manager.startMonitoring(for: TestPhone.region())
        delegate.manager.startMonitoring(for: TestPhone.region("office", at: TestPhone.office))
        test.settle()

        test.timeline.run(until: start + 7 * Self.day)

        #expect(test.log.count("exit home") == 7)
        #expect(test.log.count("enter office") == 7)
        #expect(test.log.count("enter home") == 7)
        withExtendedLifetime(delegate) {}
    }
}
