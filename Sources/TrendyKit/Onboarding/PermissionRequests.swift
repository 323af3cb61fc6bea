public import TrendyHealth
import TrendyModel
import TrendyPlaces
import TrendyStore
import TrendyWire

/// Puts the questions of the onboarding to the person, by the device's system.
@MainActor
public struct PermissionRequests {
    private let notices: (any UserNotificationCenter)?
    private let health: (any HealthAuthorization)?
    private let engine: @MainActor () -> TrendyEngine?

    /// The questions of a device.
    ///
    /// - Parameters:
    ///   - notices: shows notices; `nil` where nobody is to be told.
    ///   - health: whether health data may be read; `nil` where there is none.
    ///   - engine: what is in use now; `nil` while it changes.
    public init(
        notices: (any UserNotificationCenter)? = nil,
        health: (any HealthAuthorization)? = nil,
        engine: @escaping @MainActor () -> TrendyEngine? = { nil }
    ) {
        self.notices = notices
        self.health = health
        self.engine = engine
    }

    /// Asks for a permission, unless the person has answered before, and waits for the answer.
    ///
    /// - Returns: what can be known of the answer; skipped where there is nothing to ask for.
    /// - Throws: what the system throws; `CancellationError` when the task is cancelled.
    func ask(_ permission: OnboardingStatus.Permission) async throws -> OnboardingStatus.Answer {
        switch permission {
        case .notifications:
            guard let notices else { return .skipped }
            return try await notices.requestAuthorization() ? .granted : .denied
        case .healthkit:
            guard let health else { return .skipped }
            try await health.request(HealthCategory.allCases)
            return .asked
        case .location:
            guard let engine = engine(), let places = engine.places else { return .skipped }
            return try await ask(places, engine.store)
        }
    }

    /// What begins with the answer, once it is noted.
    func answered(_ permission: OnboardingStatus.Permission) async {
        if permission == .healthkit { await engine()?.healthAccessWasAsked() }
    }

    /// The first step only: "always" is asked for where the person sees what it is good for.
    private func ask(
        _ places: GeofenceMonitor,
        _ store: DeviceStore
    ) async throws -> OnboardingStatus.Answer {
        // The answer comes as a signal, which the watch over places stores.
        let commits = store.commits()
        defer { commits.stop() }
        if let answer = try await answer(places) { return answer }
        try await places.request(.whenInUse)
        for await _ in commits.notices {
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
