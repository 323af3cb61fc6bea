import CoreLocation
import Foundation
import SimulatedCoreLocation
import SimulatedPhone
import Synchronization
import Testing

/// Rules of `CLMonitor` and `CLServiceSession`.
struct MonitorTests {
    let test = TestPhone()
    private typealias Condition = CLMonitor.CircularGeographicCondition

    private static let home = Condition(center: TestPhone.home, radius: 150)

    private func wait<Value: Sendable>(
        for work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await test.wait(for: work)
    }

    private func monitor(_ name: String = "places") async throws -> CLMonitor {
        try await wait { await CLMonitor(name) }
    }

    private func line(_ event: CLMonitor.Event?) -> String {
        guard let event else { return "end" }
        return "\(event.identifier) \(event.state)"
    }

    /// Reads a monitor's events with one iterator, as a loop does.
    private final class Reader: @unchecked Sendable {
        // Unchecked: used by one call at a time.
        private var iterator: CLMonitor.Events.AsyncIterator

        init(_ monitor: CLMonitor) async {
            iterator = await monitor.events.makeAsyncIterator()
        }

        func next() async throws -> CLMonitor.Event? {
            var copy = iterator
            defer { iterator = copy }
            return try await copy.next()
        }
    }

    // add(_:identifier:): the state is unknown at first, so it is reported.
    @Test("A new condition reports its state and then each change")
    func states() async throws {
        test.open()
        let monitor = try await monitor()
        await monitor.add(Self.home, identifier: "home")
        let reader = await Reader(monitor)
        test.settle()

        let first = try await wait { try await reader.next() }
        test.visit(TestPhone.office)
        let second = try await wait { try await reader.next() }
        test.visit(TestPhone.home)
        let third = try await wait { try await reader.next() }

        #expect(
            [first, second, third].map(line)
                == ["home satisfied", "home unsatisfied", "home satisfied"]
        )
    }

    // add(_:identifier:assuming:): reported only when the assumption was wrong.
    @Test("An assumed state is reported only when it is wrong", arguments: [true, false])
    func assuming(isRight: Bool) async throws {
        test.open()
        let monitor = try await monitor()
        await monitor.add(
            Self.home,
            identifier: "home",
            assuming: isRight ? .satisfied : .unsatisfied
        )
        let reader = await Reader(monitor)
        test.settle()
        #expect(test.location.counters.eventsDelivered == (isRight ? 0 : 1))
        test.visit(TestPhone.office)

        let event = try await wait { try await reader.next() }

        #expect(line(event) == (isRight ? "home unsatisfied" : "home satisfied"))
    }

    // CLMonitoringRecord: the record has the previous event until the new one has been processed.
    @Test("A record has the last event that the app has processed")
    func records() async throws {
        test.open()
        let monitor = try await monitor()
        await monitor.add(Self.home, identifier: "home")
        let reader = await Reader(monitor)
        test.settle()

        #expect(await monitor.record(for: "home")?.lastEvent.state == .unknown)
        _ = try await wait { try await reader.next() }
        #expect(await monitor.record(for: "home")?.lastEvent.state == .unknown)
        test.visit(TestPhone.office)
        _ = try await wait { try await reader.next() }

        #expect(await monitor.record(for: "home")?.lastEvent.state == .satisfied)
        let condition = await monitor.record(for: "home")?.condition as? Condition
        #expect(condition?.radius == 150)
        #expect(await monitor.record(for: "other") == nil)
        await monitor.remove("home")
        #expect(await monitor.identifiers.isEmpty)
    }

    // Conditions are stored under the monitor's name; an app is launched for them.
    @Test("Conditions persist by monitor name, and the launched process receives the event")
    func persistence() async throws {
        test.open()
        do {
            let monitor = try await monitor()
            await monitor.add(Self.home, identifier: "home", assuming: .satisfied)
            test.settle()
        }
        test.terminate()
        test.phone.onLaunchRequest = { [phone = test.phone] in phone.launch($0) }
        // To one second after the exit was reported.
        test.timeline.run(
            until: test.location.travel(
                to: TestPhone.home.offset(east: 460, north: 0),
                metersPerSecond: 10
            )
        )
        #expect(test.location.counters.launches == 1)

        let other = try await monitor("other")
        let again = try await monitor()
        let reader = await Reader(again)
        let event = try await wait { try await reader.next() }

        #expect(line(event) == "home unsatisfied")
        #expect(await again.identifiers == ["home"])
        #expect(await other.identifiers.isEmpty)
    }

    // No iterator awaits events: lost or kept, as with managers.
    @Test("An event without a waiting iterator is lost or kept", arguments: [true, false])
    func unclaimed(isLost: Bool) async throws {
        test.location.behavior.unclaimedEvents = isLost ? .lost : .kept
        test.open()
        let monitor = try await monitor()
        await monitor.add(Self.home, identifier: "home", assuming: .satisfied)
        test.settle()
        test.visit(TestPhone.office)
        #expect(test.location.counters.eventsLost == (isLost ? 1 : 0))

        let reader = await Reader(monitor)
        if isLost { test.visit(TestPhone.home) }
        let event = try await wait { try await reader.next() }

        #expect(line(event) == (isLost ? "home satisfied" : "home unsatisfied"))
    }

    // The limit is shared by all regions and conditions of the app.
    @Test("Regions and conditions share the 20 slots; the excess is not monitored")
    func limit() async throws {
        let delegate = test.open()
        for index in 0..<15 { delegate.manager.startMonitoring(for: TestPhone.region("r\(index)")) }
        test.settle()
        let monitor = try await monitor()
        let reader = await Reader(monitor)

        for index in 0..<6 {
            await monitor.add(Self.home, identifier: "c\(index)", assuming: .satisfied)
        }
        let event = try await wait { try await reader.next() }

        #expect(line(event) == "c5 unmonitored")
        #expect(event?.conditionLimitExceeded == true)
        #expect(test.location.counters.highWaterMark == 20)
        delegate.manager.startMonitoring(for: TestPhone.region("one more"))
        test.settle()
        #expect(test.log.count("failed nil 5") == 1)
    }

    // conditionUnsupported.
    @Test("A condition that is too large is not supported")
    func unsupported() async throws {
        test.open()
        test.location.maximumRegionDistance = 1000
        let monitor = try await monitor()
        let reader = await Reader(monitor)

        await monitor.add(
            Condition(center: TestPhone.home, radius: 2000),
            identifier: "large"
        )

        let event = try await wait { try await reader.next() }
        #expect(event?.conditionUnsupported == true)
    }

    // The flags of CLMonitor.Event, which the geofence health status uses.
    @Test("A monitor reports why it stopped monitoring, and the state when it resumes")
    func diagnostics() async throws {
        let delegate = test.open()
        let monitor = try await monitor()
        await monitor.add(Self.home, identifier: "home", assuming: .satisfied)
        let reader = await Reader(monitor)
        test.settle()
        func next() async throws -> CLMonitor.Event? { try await wait { try await reader.next() } }

        test.location.choose(.never)
        #expect(try await next()?.authorizationDenied == true)
        test.location.choose(.always)
        #expect(try await line(next()) == "home satisfied")
        test.location.isPrecise = false
        #expect(try await next()?.accuracyLimited == true)
        test.location.isPrecise = true
        #expect(try await line(next()) == "home satisfied")
        test.location.areServicesEnabled = false
        #expect(try await next()?.authorizationDeniedGlobally == true)
        test.location.areServicesEnabled = true
        #expect(try await line(next()) == "home satisfied")
        test.location.isRestricted = true
        #expect(try await next()?.authorizationRestricted == true)
        test.location.isRestricted = false
        #expect(try await line(next()) == "home satisfied")
        test.location.choose(.whileUsing)
        test.phone.enterBackground()
        #expect(try await next()?.insufficientlyInUse == true)
        test.phone.launch(.user)
        #expect(try await line(next()) == "home satisfied")
        test.location.promptDecision = .ignore
        test.location.choose(.askNextTime)
        delegate.manager.requestWhenInUseAuthorization()
        test.settle()
        #expect(try await next()?.authorizationRequestInProgress == true)
    }

    // The report is inferred from the flags.
    @Test("Without diagnostics a monitor does not report interruptions")
    func noDiagnostics() async throws {
        test.location.behavior.monitorReportsDiagnostics = false
        test.open()
        let monitor = try await monitor()
        await monitor.add(Self.home, identifier: "home", assuming: .satisfied)
        let reader = await Reader(monitor)
        test.settle()

        test.location.choose(.never)
        test.visit(TestPhone.office)
        test.location.choose(.always)

        let event = try await wait { try await reader.next() }
        #expect(line(event) == "home unsatisfied")
    }

    // Header: wait for the first unlock; persistenceUnavailable.
    @Test("Before the first unlock a monitor has no conditions and stores none")
    func beforeFirstUnlock() async throws {
        test.open()
        do {
            let monitor = try await monitor()
            await monitor.add(Self.home, identifier: "home", assuming: .satisfied)
            test.settle()
        }
        test.terminate()
        test.phone.reboot()
        test.phone.launch(.healthKit)

        let monitor = try await monitor()
        let reader = await Reader(monitor)
        #expect(await monitor.identifiers.isEmpty)
        await monitor.add(Self.home, identifier: "new")
        let event = try await wait { try await reader.next() }
        #expect(event?.persistenceUnavailable == true)
        test.phone.unlock()

        #expect(await monitor.identifiers == ["home"])
    }

    // Known issue: the same name twice ends the app.
    @Test("Only one monitor per name can be open")
    func nameReuse() async {
        await #expect(processExitsWith: .failure) {
            let test = TestPhone()
            test.open()
            let first = await test.phone.run { await CLMonitor("places") }
            let second = await test.phone.run { await CLMonitor("places") }
            await first.remove("")
            await second.remove("")
        }
    }

    @Test("A name can be reused after the monitor is released")
    func nameIsFree() async throws {
        test.open()
        do {
            let monitor = try await monitor()
            await monitor.add(Self.home, identifier: "home")
        }

        let again = try await monitor()

        #expect(await again.identifiers == ["home"])
    }

    // Known issue: the first events arrive, then none.
    @Test("A monitor can stop delivering events", arguments: [nil, 2])
    func silence(after limit: Int?) async throws {
        test.location.behavior.monitorFallsSilentAfter = limit
        test.open()
        let monitor = try await monitor()
        await monitor.add(Self.home, identifier: "home")
        let reader = await Reader(monitor)
        test.settle()

        for _ in 0..<2 {
            test.visit(TestPhone.office)
            test.visit(TestPhone.home)
        }

        #expect(test.location.counters.eventsDelivered == limit ?? 5)
        #expect(test.location.counters.eventsLost == (limit == nil ? 0 : 3))
        withExtendedLifetime(reader) {}
    }

    // Known issue: duplicate events with wrong times after opening the app.
    @Test("A monitor can repeat events when the app is opened", arguments: [true, false])
    func repeats(isRepeated: Bool) async throws {
        test.location.behavior.monitorRepeatsWhenOpened = isRepeated
        test.open()
        let monitor = try await monitor()
        await monitor.add(Self.home, identifier: "home")
        let reader = await Reader(monitor)
        test.settle()
        test.phone.enterBackground()
        test.timeline.advance(by: .seconds(600))

        test.phone.launch(.user)
        test.settle()

        #expect(test.location.counters.eventsDelivered == (isRepeated ? 2 : 1))
        withExtendedLifetime(reader) {}
    }

    // Waiting tasks of an ended process must not hang.
    @Test("Waiting for events ends with the process")
    func processEnds() async throws {
        test.open()
        let monitor = try await monitor()
        let reader = await Reader(monitor)

        test.terminate()

        await #expect(throws: CancellationError.self) {
            try await wait { try await reader.next() }
        }
    }

    // CLServiceSession(authorization:): requests the required authorization.
    @Test(
        "A service session requests authorization",
        arguments: [
            (CLServiceSession.AuthorizationRequirement.none, CLAuthorizationStatus.notDetermined),
            (.whenInUse, .authorizedWhenInUse), (.always, .authorizedAlways),
        ]
    )
    func session(
        requirement: CLServiceSession.AuthorizationRequirement,
        expected: CLAuthorizationStatus
    ) {
        test.open(nil)

        let session = test.phone.run { CLServiceSession(authorization: requirement) }
        test.settle()

        #expect(test.location.authorizationStatus == expected)
        session.invalidate()
    }

    // serviceSessionRequired.
    @Test("Events wait for a required service session", arguments: [true, false])
    func sessionRequired(isRequired: Bool) async throws {
        test.location.requiresServiceSession = isRequired
        test.open()
        let monitor = try await monitor()
        await monitor.add(Self.home, identifier: "home", assuming: .satisfied)
        let reader = await Reader(monitor)
        if isRequired {
            let event = try await wait { try await reader.next() }
            #expect(event?.serviceSessionRequired == true)
        }

        let session = test.phone.run { CLServiceSession(authorization: .always) }
        test.settle()
        test.visit(TestPhone.office)

        let states = isRequired ? ["home satisfied", "home unsatisfied"] : ["home unsatisfied"]
        for state in states {
            let event = try await wait { try await reader.next() }
            #expect(line(event) == state)
        }
        session.invalidate()
    }

    // CLCondition is Codable.
    @Test("A condition can be encoded and decoded")
    func coding() throws {
        let data = try JSONEncoder().encode(Self.home)

        let condition = try JSONDecoder().decode(Condition.self, from: data)

        #expect(condition.radius == 150)
        #expect(condition.center.latitude == TestPhone.home.latitude)
    }
}
