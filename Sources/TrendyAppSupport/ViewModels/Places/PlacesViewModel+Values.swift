public import TrendyModel
public import TrendyPlaces

extension PlacesViewModel {
    /// A place.
    public struct Place: Sendable, Equatable, Identifiable {
        /// The geofence's id.
        public let id: EntityID
        /// The place's name.
        public let name: String
        /// The centre; `nil` when it cannot be decoded.
        public let center: Coordinate?
        /// The radius in metres; `nil` when it cannot be decoded.
        public let radiusMeters: Double?
        /// The radius as text.
        public let radiusText: String
        /// The distance from the device as text; `nil` when its position is not known.
        public let distanceText: String?
        /// Whether the person is inside, or whether iOS watches the place, with the remedy.
        public let status: PlaceStatus
        /// Whether the person has turned the place on.
        public let isActive: Bool
        /// Whether the person is inside now.
        public let isInside: Bool
        /// The number of visits as text.
        public let visits: String
        /// When the place notifies; `nil` when it does not.
        public let notifiesText: String?

        /// ``status`` as text.
        public var state: String { status.text }
    }

    /// A visit.
    public struct Visit: Sendable, Equatable, Identifiable {
        /// The event's id.
        public let id: EntityID
        /// The place's name.
        public let place: String
        /// The time and the duration as text.
        public let text: String
        /// Whether the visit is open.
        public let isOpen: Bool
        /// Whether the open visit has no recent evidence.
        public let isUnconfirmed: Bool
    }

    /// A problem of monitoring with its remedy.
    public struct Finding: Sendable, Equatable, Identifiable {
        /// The position in the list.
        public let id: Int
        /// The problem.
        public let finding: String
        /// The remedy.
        public let remedy: String
        /// What the app can do about it; `nil` when only the person can.
        public let action: PlaceAction?

        init(_ id: Int, _ found: GeofenceHealth.Finding) {
            self.id = id
            finding = found.finding
            remedy = found.remedy
            action = found.action
        }
    }

    /// A deleted place that can be restored.
    public struct Undo: Sendable, Equatable, Identifiable {
        /// The number of the deletion.
        public let id: Int
        /// What was deleted.
        public let text: String
        /// The label of the button that restores it.
        public let buttonText: String
    }
}
