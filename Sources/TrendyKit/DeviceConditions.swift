import TrendyHealth
import TrendyModel
import TrendyPlaces
import TrendyStore
import TrendyWire

/// Collects what a device can capture now, for its report to the account's other devices.
///
/// The result contains kinds, numbers and codes, and no values, names or coordinates.
struct DeviceConditions: Sendable {
    /// The maximum time to wait for the system, for example for its notification settings.
    static let limit = Duration.seconds(5)

    private let store: DeviceStore
    private let services: DeviceServices
    private let capture: HealthCaptureCoordinator?
    private let places: GeofenceMonitor?
    private let wallClock: any WallClock
    private let clock: any Clock<Duration>
    private let request = SharedRequest<DeviceReport.Conditions?>(name: "Read the conditions")

    init(
        _ store: DeviceStore,
        _ services: DeviceServices,
        _ capture: HealthCaptureCoordinator?,
        _ places: GeofenceMonitor?,
        _ dependencies: Dependencies
    ) {
        self.store = store
        self.services = services
        self.capture = capture
        self.places = places
        wallClock = dependencies.wallClock
        clock = dependencies.clock
    }

    /// The conditions now; `nil` when they cannot be read within ``limit``, as while the database
    /// is suspended or the system does not answer.
    func current() async -> DeviceReport.Conditions? {
        let result = await request.result(waiting: Self.limit, clock) { await self.read() }
        guard case .success(let conditions)? = result else { return nil }
        return conditions
    }

    /// Cancels a running read without waiting for it.
    func cancel() { request.cancel() }

    /// Cancels a running read, waits for its end, and reads nothing more.
    func stop() async { await request.stop() }

    private func read() async -> DeviceReport.Conditions? {
        do {
            var conditions = DeviceReport.Conditions()
            conditions.observers = try await observers()
            if let health = try await places?.health() {
                conditions.regions = regions(health)
                conditions.permissions.location = health.authorization?.state.code
            }
            conditions.permissions.health = await healthPermission()
            conditions.permissions.notifications = await services.notificationCenter?
                .authorization().code
            return conditions
        } catch {
            // The report has the last known ones; the next one has the current ones again.
            return nil
        }
    }

    private func observers() async throws -> [DeviceReport.Observer]? {
        guard let health = services.health, let capture else { return nil }
        let states = try await store.read { try $0.health.states() }
        let calls = try await capture.observerCalls()
        let running = health.observer.observedCategories
        let now = wallClock.now()
        return wanted(health, states).map { category in
            DeviceReport.Observer(
                kind: category.rawValue,
                isRunning: running.contains(category),
                lastCallSeconds: calls[category]?.last.map { seconds(since: $0, now) },
                isDelivered: states[category.rawValue]?.refusal == nil
            )
        }
    }

    /// The categories that are captured.
    private func wanted(
        _ health: DeviceServices.Health,
        _ states: [String: HealthState]
    ) -> [HealthMetric] {
        health.categories.filter { category in
            category.isEnabled(
                states[category.rawValue]?.settings,
                capturesEverything: health.options.capturesEverything
            )
        }
    }

    private func regions(_ health: GeofenceHealth) -> DeviceReport.Regions {
        let now = wallClock.now()
        return DeviceReport.Regions(
            places: health.configured,
            selected: health.wanted,
            monitored: health.registered,
            refused: health.states.values.count { $0 == .refused },
            lastEventSeconds: health.signalledAt.map { seconds(since: $0, now) }
        )
    }

    private func healthPermission() async -> String? {
        guard let health = services.health, let authorization = health.authorization,
            let states = try? await store.read({ try $0.health.states() })
        else { return nil }
        switch await authorization.status(of: wanted(health, states)) {
        case .asked: return "asked"
        case .notAsked: return "not_asked"
        case .unavailable: return "unavailable"
        case .unknown: return nil
        }
    }

    private func seconds(since instant: Instant, _ now: Instant) -> Int {
        Int(max(.zero, now - instant).components.seconds)
    }
}

extension NotificationAuthorization {
    /// The code in a device's report.
    var code: String {
        switch self {
        case .notDetermined: "not_asked"
        case .denied: "denied"
        case .authorized: "authorized"
        }
    }
}
