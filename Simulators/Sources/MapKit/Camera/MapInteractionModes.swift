/// The ways a user can interact with a map.
///
/// The mirror turns and tilts no map.
public struct MapInteractionModes: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Creates a new option set from the given raw value.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The person can move the map.
    public static let pan = MapInteractionModes(rawValue: 1)
    /// The person can magnify the map.
    public static let zoom = MapInteractionModes(rawValue: 2)
    /// The person can turn the map.
    public static let rotate = MapInteractionModes(rawValue: 4)
    /// The person can tilt the map.
    public static let pitch = MapInteractionModes(rawValue: 8)
    /// Everything.
    public static let all: MapInteractionModes = [.pan, .zoom, .rotate, .pitch]
}
