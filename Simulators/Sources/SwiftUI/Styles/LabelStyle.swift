/// A type that applies a custom appearance to all labels within a view.
@MainActor
@preconcurrency
public protocol LabelStyle {
    /// A view that represents the body of a label.
    associatedtype Body: View

    /// The properties of a label.
    typealias Configuration = LabelStyleConfiguration

    /// Creates a view that represents the body of a label.
    @ViewBuilder @MainActor @preconcurrency
    func makeBody(configuration: Self.Configuration) -> Self.Body
}

/// The properties of a label.
public struct LabelStyleConfiguration {
    /// A type-erased title view of a label.
    public struct Title {
        let view: AnyView
    }

    /// A type-erased icon view of a label.
    public struct Icon {
        let view: AnyView
    }

    /// A description of the labeled item.
    public let title: LabelStyleConfiguration.Title
    /// A symbolic representation of the labeled item.
    public let icon: LabelStyleConfiguration.Icon
}

extension LabelStyleConfiguration.Title: View {
    /// The title.
    public var body: some View { view }
}

extension LabelStyleConfiguration.Icon: View {
    /// The icon.
    public var body: some View { view }
}

private enum LabelStyleKey: EnvironmentKey {
    // The default style has no state.
    nonisolated(unsafe) static let defaultValue: any LabelStyle = DefaultLabelStyle()
}

extension EnvironmentValues {
    var labelStyle: any LabelStyle {
        get { self[LabelStyleKey.self] }
        set { self[LabelStyleKey.self] = newValue }
    }
}

extension View {
    /// Sets the style for labels within this view.
    nonisolated public func labelStyle<S: LabelStyle>(_ style: S) -> some View {
        environment(\.labelStyle, style)
    }
}
