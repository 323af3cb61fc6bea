import TrendyLocalization

/// What a person can expect of the detection of visits, for a list of explanations.
public struct PlaceLimit: Sendable, Equatable, Identifiable {
    /// A name that is unique in the list.
    public let id: String
    /// The name of its SF Symbol.
    public let icon: String
    /// The explanation.
    public let text: String

    /// All limits, the most important first.
    static var all: [PlaceLimit] {
        [
            PlaceLimit(id: "nearest", icon: "20.circle", text: Strings.PlaceLimits.nearest()),
            PlaceLimit(id: "delay", icon: "clock", text: Strings.PlaceLimits.delay()),
            PlaceLimit(id: "wifi", icon: "wifi", text: Strings.PlaceLimits.wifi()),
            PlaceLimit(
                id: "force_quit",
                icon: "xmark.app",
                text: Strings.PlaceLimits.forceQuit()
            ),
            PlaceLimit(id: "restart", icon: "power", text: Strings.PlaceLimits.restart()),
        ]
    }
}
