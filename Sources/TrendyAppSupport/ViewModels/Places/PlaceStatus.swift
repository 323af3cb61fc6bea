public import TrendyPlaces

/// Whether the person is at a place and whether iOS watches it, with the remedy if it does not.
public struct PlaceStatus: Sendable, Equatable {
    /// The kinds of states.
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// The person is inside.
        case inside
        /// A visit is open that nothing has confirmed for a long time.
        case unconfirmed
        /// iOS watches the place.
        case watched
        /// Other places are nearer.
        case rotatedOut
        /// iOS refuses to watch the place.
        case refused
        /// The location permission does not allow watching.
        case noPermission
        /// The person has turned the place off.
        case off
        /// Not known yet, or this device cannot watch places.
        case unknown
        /// A field of the place cannot be read, or its location is not valid.
        case unreadable
    }

    /// The kind.
    public let kind: Kind
    /// The state as text.
    public let text: String
    /// What helps, or why nothing has to be done; `nil` when there is nothing to add.
    public let remedy: String?
    /// What the app can do about it; `nil` when only the person can.
    public let action: PlaceAction?

    init(_ kind: Kind, _ text: String, remedy: String? = nil, action: PlaceAction? = nil) {
        self.kind = kind
        self.text = text
        self.remedy = remedy
        self.action = action
    }

    /// The name of its SF Symbol.
    public var icon: String {
        switch kind {
        case .inside: "mappin.circle.fill"
        case .unconfirmed: "questionmark.circle.fill"
        case .watched: "eye"
        case .rotatedOut: "arrow.triangle.2.circlepath"
        case .refused, .unreadable: "exclamationmark.triangle"
        case .noPermission: "location.slash"
        case .off: "pause.circle"
        case .unknown: "questionmark.circle"
        }
    }

    /// Whether the person should do something about it.
    public var isProblem: Bool {
        switch kind {
        case .unconfirmed, .refused, .noPermission, .unreadable: true
        case .inside, .watched, .rotatedOut, .off, .unknown: false
        }
    }
}
