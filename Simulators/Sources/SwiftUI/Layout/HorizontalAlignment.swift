/// An alignment position along the horizontal axis.
public struct HorizontalAlignment: Equatable, Sendable {
    package enum Position: String, Sendable { case leading, center, trailing }

    package let position: Position

    /// A guide that marks the leading edge of the view.
    public static let leading = HorizontalAlignment(position: .leading)
    /// A guide that marks the horizontal center of the view.
    public static let center = HorizontalAlignment(position: .center)
    /// A guide that marks the trailing edge of the view.
    public static let trailing = HorizontalAlignment(position: .trailing)
}
