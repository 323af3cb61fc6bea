public import Foundation

/// The node that holds the background of a row in its slot "rowBackground".
package enum RowBackgroundKey: UpwardKey {
    package typealias Value = ViewNode
}

struct RowBackgroundModifier<Background: View> {
    let background: Background?
}

extension RowBackgroundModifier: PrimitiveModifier {
    typealias Body = Never

    func makeNode(_ node: ViewNode, content: some View) {
        node.child(.slot("content"), content)
        guard let background else { return }
        node.setUpward(RowBackgroundKey.self, node)
        node.child(.slot("rowBackground"), Carrier(content: background))
    }
}

extension View {
    /// Applies an inset to the rows in a list.
    nonisolated public func listRowInsets(_ insets: EdgeInsets?) -> some View {
        style { _ in insets.map { [.named("listRowInsets", "custom"), .insets($0)] } ?? [] }
    }

    /// Places a custom background view behind a list row item.
    nonisolated public func listRowBackground<V: View>(_ view: V?) -> some View {
        modifier(RowBackgroundModifier(background: view))
    }

    /// Sets the display mode for the separator associated with this specific row.
    nonisolated public func listRowSeparator(
        _ visibility: Visibility,
        edges: VerticalEdge.Set = .all
    ) -> some View {
        style { _ in visibility == .hidden ? [.named("listRowSeparator", "hidden")] : [] }
    }

    /// Sets the tint color associated with a row.
    nonisolated public func listRowSeparatorTint(
        _ color: Color?,
        edges: VerticalEdge.Set = .all
    ) -> some View {
        self
    }

    /// Sets whether to hide the separator between a section and its neighbours.
    nonisolated public func listSectionSeparator(
        _ visibility: Visibility,
        edges: VerticalEdge.Set = .all
    ) -> some View {
        style { _ in visibility == .hidden ? [.named("listSectionSeparator", "hidden")] : [] }
    }

    /// Sets the spacing between adjacent sections in a list.
    nonisolated public func listSectionSpacing(_ spacing: ListSectionSpacing) -> some View {
        style { _ in [.named("listSectionSpacing", spacing.name)] }
    }

    /// Sets the vertical spacing between two adjacent rows in a list.
    nonisolated public func listRowSpacing(_ spacing: CGFloat?) -> some View {
        style { _ in spacing.map { [.named("listRowSpacing", "\($0)")] } ?? [] }
    }

    /// Sets the header prominence for this view.
    nonisolated public func headerProminence(_ prominence: Prominence) -> some View {
        style { _ in prominence == .increased ? [.named("headerProminence", "increased")] : [] }
    }

    /// Specifies the visibility of the background for scrollable views within this view.
    nonisolated public func scrollContentBackground(_ visibility: Visibility) -> some View {
        style { _ in visibility == .hidden ? [.named("scrollBackground", "hidden")] : [] }
    }
}

/// The spacing options between two adjacent sections in a list.
public struct ListSectionSpacing: Sendable {
    let name: String

    /// The default spacing between sections.
    public static let `default` = ListSectionSpacing(name: "default")
    /// Compact spacing between sections.
    public static let compact = ListSectionSpacing(name: "compact")

    /// Creates a custom spacing value.
    public static func custom(_ spacing: CGFloat) -> ListSectionSpacing {
        ListSectionSpacing(name: "\(spacing)")
    }
}

/// A type indicating the prominence of a view hierarchy.
public enum Prominence: Hashable, Sendable {
    /// The standard prominence.
    case standard
    /// An increased prominence.
    case increased
}
