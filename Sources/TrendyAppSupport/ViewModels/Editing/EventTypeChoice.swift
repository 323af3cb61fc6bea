import TrendyHealth
import TrendyKit
public import TrendyModel
import TrendyPlaces
import TrendyStore

/// An event type as a person chooses it.
public struct EventTypeChoice: Sendable, Equatable, Identifiable {
    /// The type's id.
    public let id: EntityID
    /// The display name.
    public let name: String
    /// The colour, `#RRGGBB`.
    public let color: String
    /// The SF Symbol.
    public let icon: String

    init(_ entity: Entity) {
        let type = EventTypeFormatter.type(entity)
        id = entity.id
        name = type.name
        color = type.color
        icon = type.icon
    }

    /// Whether capture or region monitoring creates the type's events.
    var isCaptured: Bool { Self.capturedTypes.contains(id) }

    private static let capturedTypes = Set(
        HealthMetric.allCases.map(\.eventTypeID) + [VisitType.id]
    )

    /// All event types by name.
    static func all(in store: DeviceStore) async throws -> [EventTypeChoice] {
        try await store.read { try $0.entities.fetchAll(kind: .eventType) }
            .map { EventTypeChoice($0) }
            .sorted { ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id) }
    }
}
