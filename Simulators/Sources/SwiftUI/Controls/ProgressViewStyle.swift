/// A type that applies standard interaction behavior to all progress views within a view hierarchy.
@MainActor
@preconcurrency
public protocol ProgressViewStyle {}

/// A style of this module, by its name.
protocol NamedProgressViewStyle: ProgressViewStyle {
    nonisolated static var name: String { get }
}

/// The default progress view style in the current context of the view being styled.
public struct DefaultProgressViewStyle {
    /// Creates the style.
    nonisolated public init() {}
}

extension DefaultProgressViewStyle: NamedProgressViewStyle {
    nonisolated static var name: String { "automatic" }
}

extension ProgressViewStyle where Self == DefaultProgressViewStyle {
    /// The default progress view style in the current context of the view being styled.
    public static var automatic: DefaultProgressViewStyle { DefaultProgressViewStyle() }
}

/// A progress view that uses a circular gauge or an indeterminate activity indicator.
public struct CircularProgressViewStyle {
    /// Creates the style.
    nonisolated public init() {}
}

extension CircularProgressViewStyle: NamedProgressViewStyle {
    nonisolated static var name: String { "circular" }
}

extension ProgressViewStyle where Self == CircularProgressViewStyle {
    /// A progress view that uses a circular gauge or an indeterminate activity indicator.
    public static var circular: CircularProgressViewStyle { CircularProgressViewStyle() }
}

/// A progress view that visually indicates its progress using a horizontal bar.
public struct LinearProgressViewStyle {
    /// Creates the style.
    nonisolated public init() {}
}

extension LinearProgressViewStyle: NamedProgressViewStyle {
    nonisolated static var name: String { "linear" }
}

extension ProgressViewStyle where Self == LinearProgressViewStyle {
    /// A progress view that visually indicates its progress using a horizontal bar.
    public static var linear: LinearProgressViewStyle { LinearProgressViewStyle() }
}

private enum ProgressViewStyleNameKey: EnvironmentKey {
    static let defaultValue = "automatic"
}

extension EnvironmentValues {
    var progressViewStyleName: String {
        get { self[ProgressViewStyleNameKey.self] }
        set { self[ProgressViewStyleNameKey.self] = newValue }
    }
}

extension View {
    /// Sets the style for progress views in this view.
    nonisolated public func progressViewStyle<S: ProgressViewStyle>(_ style: S) -> some View {
        environment(
            \.progressViewStyleName,
            (S.self as? any NamedProgressViewStyle.Type)?.name ?? "automatic"
        )
    }
}
