import Testing
import TrendyModel

@testable import TrendyPlaces

@Suite("Region registration and state requests")
struct RegionTrackerTests {
    private let now = Instant(seconds: 1_767_600_000)
    private let center: Coordinate

    init() throws {
        center = try #require(Coordinate(latitude: 47, longitude: 8))
    }

    private func region(_ name: String) -> MonitoredRegion {
        MonitoredRegion(identifier: name, center: center, radius: 100)
    }

    private func difference(
        adding names: [String] = [],
        removing removals: [String] = []
    ) -> GeofenceReconciler.Difference {
        var difference = GeofenceReconciler.Difference()
        difference.removals = removals
        difference.additions = names.map(region)
        return difference
    }

    /// A tracker that has registered regions, none of which the system lists yet.
    private func tracker(registering names: [String]) -> RegionTracker {
        var tracker = RegionTracker()
        _ = tracker.register(
            difference(adding: names),
            wanted: Set(names),
            listed: [],
            at: now
        )
        return tracker
    }

    // MARK: registration

    @Test(
        "A registered region is registering until the system lists it; then its state is requested"
    )
    func registration() {
        var tracker = RegionTracker()

        let actions = tracker.register(
            difference(adding: ["home"]),
            wanted: ["home"],
            listed: [],
            at: now
        )

        #expect(actions == [.monitor(region("home"))])
        #expect(tracker.state(of: "home") == .registering)
        #expect(tracker.requestDueStates(missing: ["home"]).isEmpty)
        #expect(tracker.requestDueStates(missing: []) == [.requestState("home")])
        #expect(tracker.state(of: "home") == .requested(unknownAnswers: 0))
    }

    @Test("No more regions are registered than slots are free")
    func slots() {
        var tracker = RegionTracker()
        let listed = Set((0..<18).map { "other.\($0)" })
        let names = ["a", "b", "c"]

        let actions = tracker.register(
            difference(adding: names),
            wanted: Set(names),
            listed: listed,
            at: now
        )

        #expect(actions == [.monitor(region("a")), .monitor(region("b"))])
        #expect(tracker.state(of: "c") == .requestDue(unknownAnswers: 0))
    }

    @Test("A region that is registering takes a slot although the system does not list it")
    func pendingSlot() {
        var tracker = tracker(registering: ["a"])
        let listed = Set((0..<19).map { "other.\($0)" })

        let actions = tracker.register(
            difference(adding: ["a", "b"]),
            wanted: ["a", "b"],
            listed: listed,
            at: now + .milliseconds(100)
        )

        #expect(actions == [.monitor(region("a"))])
    }

    @Test("A registration that is not wanted any more is cancelled")
    func outdated() {
        var tracker = tracker(registering: ["a"])

        let actions = tracker.register(
            difference(adding: ["b"]),
            wanted: ["b"],
            listed: [],
            at: now + .seconds(5)
        )

        #expect(actions == [.stopMonitoring("a"), .monitor(region("b"))])
        #expect(tracker.state(of: "a") == .known)
    }

    @Test("The system has half a second to register, unless the clock is put back")
    func registrationTime() {
        let tracker = tracker(registering: ["a"])

        #expect(tracker.registrationTimeLeft(at: now + .milliseconds(200)) == .milliseconds(300))
        #expect(tracker.registrationTimeLeft(at: now + .milliseconds(500)) == nil)
        #expect(tracker.registrationTimeLeft(at: now - .seconds(60)) == nil)
        #expect(RegionTracker().registrationTimeLeft(at: now) == nil)
    }

    @Test("Missing regions are registered a limited number of times")
    func registrations() {
        var tracker = RegionTracker()
        let isAllowed = tracker.consumeRegistration()
        #expect(!isAllowed)

        tracker.allowRegistrations()

        let taken = (0..<5).count { _ in tracker.consumeRegistration() }
        #expect(taken == RegionTracker.maximumRegistrations)
        #expect(tracker.registrationsLeft == 0)
    }

    // MARK: state requests

    @Test("A reported state ends the requests")
    func answered() {
        var tracker = tracker(registering: ["home"])
        _ = tracker.requestDueStates(missing: [])

        tracker.stateReported(of: "home")

        #expect(tracker.state(of: "home") == .known)
        #expect(tracker.requestDueStates(missing: []).isEmpty)
    }

    @Test("A state that is reported before the registration is complete does not count")
    func answeredEarly() {
        var tracker = tracker(registering: ["home"])

        tracker.stateReported(of: "home")

        #expect(tracker.state(of: "home") == .registering)
    }

    @Test("An unknown state is requested again after 1, 2, 4 and 8 seconds, then at reconciliation")
    func unknown() {
        var tracker = tracker(registering: ["home"])
        _ = tracker.requestDueStates(missing: [])

        for seconds in [1, 2, 4, 8] {
            #expect(tracker.unknownStateReported(of: "home") == .seconds(seconds))
            #expect(tracker.requestDueStates(missing: []) == [.requestState("home")])
        }
        #expect(tracker.unknownStateReported(of: "home") == nil)
        #expect(tracker.state(of: "home") == .unknown)
        #expect(tracker.requestDueStates(missing: []).isEmpty)

        #expect(tracker.requestUnknownStates() == [.requestState("home")])
        #expect(tracker.state(of: "home") == .requested(unknownAnswers: 0))
    }

    @Test("Each answer is followed by one request")
    func requestedOnce() {
        var tracker = tracker(registering: ["home"])

        for _ in 0..<2 {
            #expect(tracker.requestDueStates(missing: []) == [.requestState("home")])
            #expect(tracker.requestDueStates(missing: []).isEmpty)
            _ = tracker.unknownStateReported(of: "home")
        }
    }

    @Test("The unknown state of a region that the app did not register is not requested again")
    func unrequested() {
        var tracker = RegionTracker()
        #expect(tracker.unknownStateReported(of: "home") == nil)
    }

    @Test("A state that may be stale is requested once more")
    func confirmation() {
        var tracker = RegionTracker()

        tracker.requestConfirmation(of: "home")
        tracker.stateReported(of: "home")

        #expect(tracker.state(of: "home") == .confirmationDue)
        #expect(tracker.requestDueStates(missing: []) == [.requestState("home")])
        #expect(tracker.state(of: "home") == .known)
    }

    @Test("A removed region has no requests left")
    func removed() {
        var tracker = tracker(registering: ["home"])
        _ = tracker.requestDueStates(missing: [])

        let actions = tracker.register(
            difference(removing: ["home"]),
            wanted: [],
            listed: ["home"],
            at: now + .seconds(1)
        )

        #expect(actions == [.stopMonitoring("home")])
        #expect(tracker.state(of: "home") == .known)
    }

    // MARK: visits and sentinel

    @Test("A visit is unverified until it is verified, whatever becomes of its region")
    func unverified() {
        var tracker = tracker(registering: ["b", "a"])

        tracker.markUnverified("b")
        tracker.markUnverified("a")
        _ = tracker.requestDueStates(missing: [])
        tracker.stateReported(of: "a")

        #expect(tracker.unverifiedVisits == ["a", "b"])
        let wasUnverified = [tracker.verify("a"), tracker.verify("a")]
        #expect(wasUnverified == [true, false])
        #expect(tracker.unverifiedVisits == ["b"])
    }

    @Test("A sentinel is replaced a limited number of times between two crossings")
    func sentinel() {
        var tracker = RegionTracker()
        let limit = RegionTracker.maximumSentinelReplacements

        let taken = (0..<9).count { _ in tracker.consumeSentinelReplacement() }
        #expect(taken == limit)
        tracker.crossingReported()
        let isAllowed = tracker.consumeSentinelReplacement()
        #expect(isAllowed)
    }
}
