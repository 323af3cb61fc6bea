public import Observation
import TrendyHealth
package import TrendyKit
import TrendyLocalization
public import TrendyModel
package import TrendyStore

/// The view model of notifications: for each place, for each health category, and the permission.
@MainActor
@Observable
public final class NotificationSettingsViewModel: StoreBackedViewModel {
    /// The permission to show notifications.
    public enum Permission: Sendable, Equatable {
        /// The person has not been asked.
        case notAsked
        /// The person denied it; only the Settings app can change that.
        case denied
        /// Notifications are shown.
        case allowed
        /// The device has no notifications.
        case unavailable
    }

    /// The notifications of a place.
    public struct PlaceRow: Sendable, Equatable, Identifiable {
        /// The geofence's id.
        public let id: EntityID
        /// The place's name.
        public let name: String
        /// Whether an arrival is notified.
        public let onEntry: Bool
        /// Whether a departure is notified.
        public let onExit: Bool
    }

    /// The notifications of a health category.
    public struct HealthRow: Sendable, Equatable, Identifiable {
        /// The category.
        public let id: String
        /// The category's name.
        public let name: String
        /// The SF Symbol.
        public let icon: String
        /// Whether new events are notified.
        public let isOn: Bool
    }

    /// The permission; `nil` before the first read.
    public private(set) var permission: Permission?
    /// The permission as text; `nil` before the first read.
    public var permissionText: String? {
        switch permission {
        case nil: nil
        case .notAsked: Strings.Settings.notAsked()
        case .denied: Strings.Settings.denied()
        case .allowed: Strings.Settings.allowed()
        case .unavailable: Strings.Settings.unavailable()
        }
    }
    /// Whether ``ask()`` shows the system's question.
    public var canAsk: Bool { permission == .notAsked }
    /// Whether only the Settings app can allow notifications.
    public var needsSettings: Bool { permission == .denied }
    /// The places by name.
    public private(set) var places: [PlaceRow] = []
    /// The captured health categories.
    public private(set) var health: [HealthRow] = []
    /// The text for an empty list of places; `nil` while there are places, and before the first
    /// read.
    public var placesEmptyText: String? {
        hasLoaded && places.isEmpty ? Strings.Settings.noPlaces() : nil
    }
    /// Why the settings may be outdated, or why an action failed; `nil` when neither is the case.
    public internal(set) var problem: String?

    static var unreadable: LocalizedText { Strings.Settings.noticesUnreadable }

    private var hasLoaded = false
    @ObservationIgnored let store: DeviceStore
    @ObservationIgnored let dependencies: Dependencies
    @ObservationIgnored private let center: (any UserNotificationCenter)?
    @ObservationIgnored let mutex = AsyncMutex()

    /// Creates a view model over a store.
    ///
    /// - `center`: the system's notifications; `nil` on a device without them.
    package init(
        store: DeviceStore,
        dependencies: Dependencies,
        center: (any UserNotificationCenter)?
    ) {
        self.store = store
        self.dependencies = dependencies
        self.center = center
    }

    /// Updates the settings after each change, until the task is cancelled.
    public func run() async {
        await showChanges()
    }

    /// Reads the settings again, for example after the person returned from the Settings app.
    public func refresh() async {
        await show()
    }

    /// Asks the person to allow notifications; the system shows its question only once.
    public func ask() async {
        await perform(orShow: Strings.Settings.notSaved) {
            _ = try await center?.requestAuthorization()
        }
    }

    /// Sets whether an arrival at a place is notified.
    public func setEntry(_ id: EntityID, _ isOn: Bool) async {
        await setPlace(id, "notify_on_entry", isOn)
    }

    /// Sets whether a departure from a place is notified.
    public func setExit(_ id: EntityID, _ isOn: Bool) async {
        await setPlace(id, "notify_on_exit", isOn)
    }

    /// Sets whether new events of a health category are notified.
    public func setHealth(_ id: HealthRow.ID, _ isOn: Bool) async {
        await perform(orShow: Strings.Settings.notSaved) {
            try await store.write {
                try $0.health.changeSettings(category: id) { $0.notifies = isOn }
            }
            try await askIfNeeded(isOn)
        }
    }

    private func setPlace(_ id: EntityID, _ field: String, _ isOn: Bool) async {
        await perform(orShow: Strings.Settings.notSaved) {
            var change = Document()
            change[field] = RawJSON(isOn)
            try await store.write { [change] in try $0.entities.update(id: id, change: change) }
            try await askIfNeeded(isOn)
        }
    }

    /// Asks for the permission with the first notification that the person wants.
    private func askIfNeeded(_ isOn: Bool) async throws {
        guard isOn, await center?.authorization() == .notDetermined else { return }
        _ = try await center?.requestAuthorization()
    }

    func read() async throws {
        let places = try await store.read { try $0.entities.fetchAll(kind: .geofence) }
            .compactMap { entity -> PlaceRow? in
                guard let fence = entity.readable(as: Geofence.self)?.fields else { return nil }
                return PlaceRow(
                    id: entity.id,
                    name: fence.name,
                    onEntry: fence.notifyOnEntry,
                    onExit: fence.notifyOnExit
                )
            }
        let states = try await store.read { try $0.health.states() }
        let health = HealthMetric.allCases.filter {
            $0.isEnabled(states[$0.rawValue]?.settings)
        }.map { metric in
            HealthRow(
                id: metric.rawValue,
                name: metric.text,
                icon: metric.eventType.icon,
                isOn: states[metric.rawValue]?.settings.notifies ?? false
            )
        }
        let new: Permission =
            switch await center?.authorization() {
            case .notDetermined: .notAsked
            case .denied: .denied
            case .authorized: .allowed
            case nil: .unavailable
            }
        if places != self.places { self.places = places }
        if health != self.health { self.health = health }
        if new != permission { permission = new }
        if !hasLoaded { hasLoaded = true }
    }
}
