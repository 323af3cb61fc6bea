import CoreLocation
import Foundation
import SimulatedCoreLocation
import SimulatedPhone
import Testing

/// Rules of visits.
struct VisitTests {
    let test = TestPhone()

    private func start(_ setting: LocationSetting = .always) -> Delegate {
        let delegate = test.open(setting)
        delegate.manager.startMonitoringVisits()
        test.settle()
        return delegate
    }

    // CLVisit: distantPast when the arrival is unknown, distantFuture while it lasts.
    @Test("A visit in progress at the start of the service has no arrival and no departure")
    func first() throws {
        let delegate = start()

        test.timeline.advance(by: .seconds(3600))

        let visit = try #require(delegate.visits.first)
        #expect(delegate.visits.count == 1)
        #expect(visit.arrivalDate == .distantPast)
        #expect(visit.departureDate == .distantFuture)
        #expect(visit.coordinate.latitude == TestPhone.home.latitude)
    }

    // CLVisit: minutes late.
    @Test("Arrival and departure are reported minutes late", arguments: [300, 900])
    func dates(delay: Int) throws {
        test.location.behavior.visitDelay = .seconds(delay)
        let delegate = start()
        test.timeline.advance(by: .seconds(3600))

        test.travel(to: TestPhone.office)
        let arrival = test.now
        test.timeline.advance(by: .seconds(7200))
        test.travel(to: TestPhone.home)
        test.timeline.advance(by: .seconds(7200))

        #expect(
            test.log.events == ["arrival", "departure", "arrival", "departure", "arrival"]
        )
        let visit = delegate.visits[3]
        #expect(abs(visit.arrivalDate.timeIntervalSince(arrival)) < 11)
        #expect(abs(visit.departureDate.timeIntervalSince(arrival) - 7200) < 11)
        let received = try #require(test.log.date(of: "departure"))
        #expect(received.timeIntervalSince(delegate.visits[1].departureDate) >= Double(delay))
    }

    // A minimum duration.
    @Test("A stop of a few minutes is not a visit", arguments: [300, 60])
    func short(dwell: Int) {
        test.location.behavior.visitDwell = .seconds(dwell)
        let delegate = start()
        test.timeline.advance(by: .seconds(3600))

        test.visit(TestPhone.office, for: .seconds(200))
        test.visit(TestPhone.home, for: .seconds(3600))

        #expect(delegate.visits.count == (dwell == 60 ? 5 : 3))
    }

    // Requires "always".
    @Test("Visits require always and launch the app")
    func launches() {
        _ = start()
        test.timeline.advance(by: .seconds(3600))
        test.terminate()
        test.log.clear()
        test.phone.onLaunchRequest = { [test] reason in
            test.phone.launch(reason)
            test.timeline.schedule(after: .milliseconds(10)) {
                test.makeManager().manager.startMonitoringVisits()
            }
        }

        test.visit(TestPhone.office, for: .seconds(3600))
        #expect(test.log.events == ["departure", "arrival"])
        test.location.choose(.whileUsing)
        test.phone.suspend()
        test.log.clear()
        test.visit(TestPhone.home, for: .seconds(3600))

        #expect(test.log.events.isEmpty)
    }
}
