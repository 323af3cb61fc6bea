package import TrendyModel

/// A position in a snapshot: types, definitions, geofences, then events newest first.
package enum SnapshotPosition: Sendable, Hashable {
    /// After an entity of a kind other than events; the start is after the zero id.
    case entity(EntityKind, EntityID)
    /// Before all events.
    case events
    /// After an event.
    case event(Instant, EntityID)

    /// The start.
    package static let start = SnapshotPosition.entity(.eventType, EntityID(high: 0, low: 0))

    /// The text form in a token: letters, digits, hyphens and underscores.
    package var text: String {
        switch self {
        case .entity(let kind, let id): "k\(kind.rawValue)_\(id)"
        case .events: "e"
        case .event(let timestamp, let id): "e\(timestamp.milliseconds)_\(id)"
        }
    }

    /// Parses the text form; `nil` for any other text.
    package init?(_ text: some StringProtocol) {
        if text == "e" {
            self = .events
            return
        }
        let parts = text.dropFirst().split(separator: "_", maxSplits: 1)
        guard parts.count == 2, let number = Int64(parts[0]), let id = EntityID(parts[1]) else {
            return nil
        }
        switch text.first {
        case "k":
            guard let kind = EntityKind(rawValue: Int(clamping: number)), kind != .event else {
                return nil
            }
            self = .entity(kind, id)
        case "e":
            self = .event(Instant(milliseconds: number), id)
        default:
            return nil
        }
    }
}
