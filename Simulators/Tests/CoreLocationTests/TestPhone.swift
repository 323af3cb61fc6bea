import CoreLocation
import Foundation
import SimulatedCoreLocation
import SimulatedPhone
import Synchronization

/// A phone on a manual timeline with the person at home, and helpers for tests.
final class TestPhone: Sendable {
    let timeline = ManualTimeline()
    let phone: Phone
    /// The delegate calls of all processes.
    let log = Log()
    private let kept = Mutex<[Delegate]>([])

    static let home = CLLocationCoordinate2D(latitude: 48.2, longitude: 16.37)
    static let office = home.offset(east: 5000, north: 1000)
    static let metersPerSecond = 10.0

    init(seed: UInt64 = 1) {
        phone = Phone(timeline: timeline, randomness: SeededRandomness(seed: seed))
        phone.location.place(at: Self.home)
    }

    var location: SimulatedLocation { phone.location }
    var now: Date { timeline.now }

    /// Opens the app with "always" authorization and creates a manager.
    @discardableResult
    func open(_ setting: LocationSetting? = .always) -> Delegate {
        if let setting { location.choose(setting) }
        phone.launch(.user)
        return makeManager()
    }

    /// Creates a manager of the current process with a delegate that retains it.
    func makeManager(named name: String = "") -> Delegate {
        let delegate = phone.run { Delegate(name: name, log: log, now: { self.timeline.now }) }
        kept.withLock { $0.append(delegate) }
        delegate.manager.delegate = delegate
        settle()
        return delegate
    }

    /// Lets the app create a manager whenever it is launched for the location, at once or after a
    /// delay.
    func answerLaunches(after delay: Duration? = nil) {
        phone.onLaunchRequest = { [unowned self] reason in
            phone.launch(reason)
            guard let delay else { return answerLaunch() }
            timeline.schedule(after: delay) { self.answerLaunch() }
        }
    }

    private func answerLaunch() {
        let delegate = phone.run { Delegate(name: "", log: log, now: { self.timeline.now }) }
        kept.withLock { $0.append(delegate) }
        delegate.manager.delegate = delegate
    }

    /// Ends the process with its objects.
    func terminate() {
        phone.terminate()
        kept.withLock { $0 = [] }
    }

    func settle() {
        timeline.advance(by: .seconds(1))
    }

    func travel(to place: CLLocationCoordinate2D) {
        timeline.run(until: location.travel(to: place, metersPerSecond: Self.metersPerSecond))
    }

    /// Walks to a place and stays until the crossing is reported.
    func visit(_ place: CLLocationCoordinate2D, for stay: Duration = .seconds(60)) {
        travel(to: place)
        timeline.advance(by: stay)
    }

    /// Waits for a result of the app while only actions that are due now run.
    func wait<Value: Sendable>(
        for work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let done = Log()
        async let value = finish(done, work)
        while done.lines.isEmpty {
            timeline.run(until: timeline.now)
            await Task.yield()
        }
        return try await value
    }

    private func finish<Value: Sendable>(
        _ done: Log,
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        defer { done.append("done", now) }
        return try await phone.run { try await work() }
    }

    static func region(
        _ identifier: String = "home",
        at center: CLLocationCoordinate2D = home,
        radius: Double = 150
    ) -> CLCircularRegion {
        CLCircularRegion(center: center, radius: radius, identifier: identifier)
    }
}

/// The log of delegate calls.
final class Log: Sendable {
    private let state = Mutex<[(line: String, date: Date)]>([])

    var lines: [String] { state.withLock { $0 }.map(\.line) }
    /// All calls except for the authorization.
    var events: [String] { lines.filter { !$0.contains("authorization") } }

    func append(_ line: String, _ date: Date) {
        state.withLock { $0.append((line, date)) }
    }

    func clear() {
        state.withLock { $0 = [] }
    }

    func count(_ line: String) -> Int { lines.count { $0 == line } }

    func date(of line: String) -> Date? {
        state.withLock { $0 }.first { $0.line == line }?.date
    }
}

/// A delegate that logs its calls and retains its manager.
final class Delegate: NSObject, CLLocationManagerDelegate, @unchecked Sendable {
    // Unchecked: called on the timeline, which the test advances on its own thread.

    let manager = CLLocationManager()
    private let name: String
    private let log: Log
    private let now: @Sendable () -> Date
    private(set) var fixes: [CLLocation] = []
    private(set) var visits: [CLVisit] = []
    private(set) var failedRegions: [CLRegion?] = []

    init(name: String, log: Log, now: @escaping @Sendable () -> Date) {
        self.name = name
        self.log = log
        self.now = now
        super.init()
    }

    private func write(_ line: String) {
        log.append(name.isEmpty ? line : "\(name): \(line)", now())
    }

    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
        let isFull = manager.accuracyAuthorization == .fullAccuracy
        write("authorization \(manager.authorizationStatus)\(isFull ? "" : " reduced")")
    }

    func locationManager(_: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        fixes += locations
        write("\(locations.count) fix")
    }

    func locationManager(_: CLLocationManager, didFailWithError error: any Error) {
        write("error \((error as? CLError)?.code.rawValue ?? -1)")
    }

    func locationManager(_: CLLocationManager, didStartMonitoringFor region: CLRegion) {
        write("started \(region.identifier)")
    }

    func locationManager(_: CLLocationManager, didEnterRegion region: CLRegion) {
        write("enter \(region.identifier)")
    }

    func locationManager(_: CLLocationManager, didExitRegion region: CLRegion) {
        write("exit \(region.identifier)")
    }

    func locationManager(
        _: CLLocationManager,
        didDetermineState state: CLRegionState,
        for region: CLRegion
    ) {
        write("\(state) \(region.identifier)")
    }

    func locationManager(
        _: CLLocationManager,
        monitoringDidFailFor region: CLRegion?,
        withError error: any Error
    ) {
        failedRegions.append(region)
        write("failed \(region?.identifier ?? "nil") \((error as? CLError)?.code.rawValue ?? -1)")
    }

    func locationManager(_: CLLocationManager, didVisit visit: CLVisit) {
        visits.append(visit)
        write(visit.departureDate == .distantFuture ? "arrival" : "departure")
    }

    func locationManagerDidPauseLocationUpdates(_: CLLocationManager) { write("paused") }
    func locationManagerDidResumeLocationUpdates(_: CLLocationManager) { write("resumed") }
}
