package import TrendyHealth
package import TrendyKit
import TrendyModel
import TrendyPlaces
import TrendyStore
import TrendyWire

/// Requests the permissions of the onboarding from the system.
@MainActor
package struct PermissionRequests {
    private let notificationCenter: (any UserNotificationCenter)?
    private let health: (any HealthAuthorization)?
    private let engine: @MainActor () -> TrendyEngine?

    /// Creates the permission requests of a device.
    ///
    /// - Parameters:
    ///   - notificationCenter: the notification center; `nil` on a device without notifications.
    ///   - health: requests access to health data; `nil` on a device without health data.
    ///   - engine: returns the current engine; `nil` during an account change.
    package init(
        notificationCenter: (any UserNotificationCenter)? = nil,
        health: (any HealthAuthorization)? = nil,
        engine: @escaping @MainActor () -> TrendyEngine? = { nil }
    ) {
        self.notificationCenter = notificationCenter
        self.health = health
        self.engine = engine
    }

    /// Requests a permission, unless the person has answered before, and waits for the answer.
    ///
    /// - Returns: the answer as far as the system reveals it; `skipped` when the device lacks the
    ///   service.
    /// - Throws: the system's error; `CancellationError` when the task is cancelled.
    func request(
        _ permission: OnboardingStatus.Permission
    ) async throws -> OnboardingStatus.Answer {
        switch permission {
        case .notifications:
            guard let notificationCenter else { return .skipped }
            return try await notificationCenter.requestAuthorization() ? .granted : .denied
        case .healthkit:
            guard let health else { return .skipped }
            try await health.request(await enabledMetrics())
            return .asked
        case .location:
            guard let engine = engine(), let places = engine.places else { return .skipped }
            return try await request(places, engine.store)
        }
    }

    /// Starts the work that an answer permits, after the answer was recorded.
    func answered(_ permission: OnboardingStatus.Permission) async {
        if permission == .healthkit { await engine()?.didRequestHealthAccess() }
    }

    /// The metrics that the person captures; the standard ones before an account is open.
    private func enabledMetrics() async -> [HealthMetric] {
        // An unreadable store does not keep the person from being asked.
        guard let store = engine()?.store,
            let states = try? await store.read({ try $0.health.states() })
        else { return HealthMetric.standard }
        return HealthMetric.allCases.filter { $0.isEnabled(states[$0.rawValue]?.settings) }
    }

    /// Requests "while using" only; the app asks for "always" later, where the person sees its use.
    private func request(
        _ places: GeofenceMonitor,
        _ store: DeviceStore
    ) async throws -> OnboardingStatus.Answer {
        // The system delivers the answer as a signal that the geofence monitor stores.
        let commits = store.commits()
        defer { commits.stop() }
        if let answer = try await answer(places) { return answer }
        try await places.request(.whenInUse)
        for await _ in commits.events {
            if let answer = try await answer(places) { return answer }
        }
        throw CancellationError()
    }

    private func answer(_ places: GeofenceMonitor) async throws -> OnboardingStatus.Answer? {
        switch try await places.health().authorization?.state {
        case nil, .notAsked, .initialCheck: nil
        case .whileUsing, .onlyWhileUsing, .always, .imprecise: .granted
        case .denied, .servicesOff, .restricted: .denied
        }
    }
}
