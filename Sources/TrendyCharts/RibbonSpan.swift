/// The part of a strip between two fractions of its width; an instant is as wide as can be seen.
public struct RibbonSpan: Sendable, Equatable {
    /// The smallest width as a fraction of the strip.
    public static let minimum = 0.006

    /// The left edge, 0…1.
    public let x: Double
    /// The width, 0…1.
    public let width: Double

    /// Creates a part from its start and its end, 0…1.
    public init(start: Double, end: Double) {
        width = min(1, max(Self.minimum, end - start))
        x = min(start, 1 - width)
    }
}
