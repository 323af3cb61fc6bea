/// A scrollable view.
public struct ScrollView<Content: View> {
    /// The scroll view's content.
    public var content: Content
    /// The scrollable axes of the scroll view.
    public var axes: Axis.Set
    /// A value that indicates whether the scroll view displays the scrollable indicators.
    public var showsIndicators: Bool

    /// Creates a new instance that's scrollable in the direction of the given axis.
    nonisolated public init(
        _ axes: Axis.Set = .vertical,
        showsIndicators: Bool = true,
        @ViewBuilder content: () -> Content
    ) {
        self.axes = axes
        self.showsIndicators = showsIndicators
        self.content = content()
    }
}

extension ScrollView: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        let indicators = showsIndicators && node.environment.scrollIndicatorVisibility != .hidden
        var element = Element(.scroll, layout: .scroll(axes, showsIndicators: indicators))
        node.addRefresh(to: &element)
        node.element = element
        node.child(.slot("content"), content) { $0.refresh = nil }
    }
}

/// The visibility of scroll indicators of a UI element.
public struct ScrollIndicatorVisibility: Equatable, Sendable {
    private let name: String

    /// Scroll indicator visibility depends on the policies of the component.
    public static var automatic: ScrollIndicatorVisibility { .init(name: "automatic") }
    /// Show the scroll indicators.
    public static var visible: ScrollIndicatorVisibility { .init(name: "visible") }
    /// Hide the scroll indicators.
    public static var hidden: ScrollIndicatorVisibility { .init(name: "hidden") }
    /// Scroll indicators should never be visible.
    public static var never: ScrollIndicatorVisibility { .init(name: "hidden") }
}

private enum ScrollIndicatorsKey: EnvironmentKey {
    static let defaultValue = ScrollIndicatorVisibility.automatic
}

extension EnvironmentValues {
    var scrollIndicatorVisibility: ScrollIndicatorVisibility {
        get { self[ScrollIndicatorsKey.self] }
        set { self[ScrollIndicatorsKey.self] = newValue }
    }
}

extension View {
    /// Sets the visibility of scroll indicators within this view.
    nonisolated public func scrollIndicators(
        _ visibility: ScrollIndicatorVisibility,
        axes: Axis.Set = [.vertical, .horizontal]
    ) -> some View {
        environment(\.scrollIndicatorVisibility, visibility)
    }

    /// Disables or enables scrolling in scrollable views.
    nonisolated public func scrollDisabled(_ disabled: Bool) -> some View {
        style(.named("scroll", disabled ? "disabled" : "enabled"))
    }
}
