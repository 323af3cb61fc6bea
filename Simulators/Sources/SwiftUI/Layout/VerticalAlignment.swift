/// An alignment position along the vertical axis.
public struct VerticalAlignment: Equatable, Sendable {
    package enum Position: String, Sendable {
        case top, center, bottom, firstTextBaseline, lastTextBaseline
    }

    package let position: Position

    /// A guide that marks the top edge of the view.
    public static let top = VerticalAlignment(position: .top)
    /// A guide that marks the vertical center of the view.
    public static let center = VerticalAlignment(position: .center)
    /// A guide that marks the bottom edge of the view.
    public static let bottom = VerticalAlignment(position: .bottom)
    /// A guide that marks the top-most text baseline in a view.
    public static let firstTextBaseline = VerticalAlignment(position: .firstTextBaseline)
    /// A guide that marks the bottom-most text baseline in a view.
    public static let lastTextBaseline = VerticalAlignment(position: .lastTextBaseline)
}
