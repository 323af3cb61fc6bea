/// An alignment in both axes.
public struct Alignment: Equatable, Sendable {
    /// The alignment on the horizontal axis.
    public var horizontal: HorizontalAlignment
    /// The alignment on the vertical axis.
    public var vertical: VerticalAlignment

    /// Creates a custom alignment value with the specified guides.
    public init(horizontal: HorizontalAlignment, vertical: VerticalAlignment) {
        self.horizontal = horizontal
        self.vertical = vertical
    }

    /// The center of the view.
    public static let center = Alignment(horizontal: .center, vertical: .center)
    /// The leading edge.
    public static let leading = Alignment(horizontal: .leading, vertical: .center)
    /// The trailing edge.
    public static let trailing = Alignment(horizontal: .trailing, vertical: .center)
    /// The top edge.
    public static let top = Alignment(horizontal: .center, vertical: .top)
    /// The bottom edge.
    public static let bottom = Alignment(horizontal: .center, vertical: .bottom)
    /// The top and leading edges.
    public static let topLeading = Alignment(horizontal: .leading, vertical: .top)
    /// The top and trailing edges.
    public static let topTrailing = Alignment(horizontal: .trailing, vertical: .top)
    /// The bottom and leading edges.
    public static let bottomLeading = Alignment(horizontal: .leading, vertical: .bottom)
    /// The bottom and trailing edges.
    public static let bottomTrailing = Alignment(horizontal: .trailing, vertical: .bottom)
    /// The leading edge and the top-most text baseline.
    public static let leadingFirstTextBaseline = Alignment(
        horizontal: .leading,
        vertical: .firstTextBaseline
    )
    /// The trailing edge and the top-most text baseline.
    public static let trailingFirstTextBaseline = Alignment(
        horizontal: .trailing,
        vertical: .firstTextBaseline
    )
    /// The center and the top-most text baseline.
    public static let centerFirstTextBaseline = Alignment(
        horizontal: .center,
        vertical: .firstTextBaseline
    )
}
