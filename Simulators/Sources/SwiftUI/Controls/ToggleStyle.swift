/// The appearance and behavior of a toggle.
@MainActor
@preconcurrency
public protocol ToggleStyle {
    /// A view that represents the appearance and interaction of a toggle.
    associatedtype Body: View

    /// The properties of a toggle.
    typealias Configuration = ToggleStyleConfiguration

    /// Creates a view that represents the body of a toggle.
    @ViewBuilder @MainActor @preconcurrency
    func makeBody(configuration: Self.Configuration) -> Self.Body
}

/// The properties of a toggle instance.
public struct ToggleStyleConfiguration {
    /// A type-erased label of a toggle.
    public struct Label {
        let view: AnyView
    }

    /// A view that describes the effect of switching the toggle between states.
    public let label: ToggleStyleConfiguration.Label
    /// A binding to a state property that indicates whether the toggle is on.
    @Binding public var isOn: Bool
}

extension ToggleStyleConfiguration.Label: View {
    /// The label.
    public var body: some View { view }
}

/// A style of this module, by its name.
protocol NamedToggleStyle: ToggleStyle {
    nonisolated static var name: String { get }
}

/// The default toggle style.
public struct DefaultToggleStyle {
    /// Creates a default toggle style.
    nonisolated public init() {}
}

extension DefaultToggleStyle: ToggleStyle, NamedToggleStyle {
    nonisolated static var name: String { "switch" }

    /// Creates a view that represents the body of a toggle.
    public func makeBody(configuration: ToggleStyleConfiguration) -> some View {
        Toggle(configuration).toggleStyle(self)
    }
}

/// A toggle style that displays a leading label and a trailing switch.
public struct SwitchToggleStyle {
    /// Creates a switch toggle style.
    nonisolated public init() {}
}

extension SwitchToggleStyle: ToggleStyle, NamedToggleStyle {
    nonisolated static var name: String { "switch" }

    /// Creates a view that represents the body of a toggle.
    public func makeBody(configuration: ToggleStyleConfiguration) -> some View {
        Toggle(configuration).toggleStyle(self)
    }
}

/// A toggle style that displays as a button with its label as the title.
public struct ButtonToggleStyle {
    /// Creates a button toggle style.
    nonisolated public init() {}
}

extension ButtonToggleStyle: ToggleStyle, NamedToggleStyle {
    nonisolated static var name: String { "button" }

    /// Creates a view that represents the body of a toggle.
    public func makeBody(configuration: ToggleStyleConfiguration) -> some View {
        Toggle(configuration).toggleStyle(self)
    }
}

extension ToggleStyle where Self == DefaultToggleStyle {
    /// The default toggle style.
    public static var automatic: DefaultToggleStyle { DefaultToggleStyle() }
}

extension ToggleStyle where Self == SwitchToggleStyle {
    /// A leading label and a trailing switch.
    public static var `switch`: SwitchToggleStyle { SwitchToggleStyle() }
}

extension ToggleStyle where Self == ButtonToggleStyle {
    /// A button with the label as its title.
    public static var button: ButtonToggleStyle { ButtonToggleStyle() }
}

private enum ToggleStyleKey: EnvironmentKey {
    // The default style has no state.
    nonisolated(unsafe) static let defaultValue: any ToggleStyle = DefaultToggleStyle()
}

extension EnvironmentValues {
    var toggleStyle: any ToggleStyle {
        get { self[ToggleStyleKey.self] }
        set { self[ToggleStyleKey.self] = newValue }
    }
}

extension View {
    /// Sets the style for toggles in a view hierarchy.
    nonisolated public func toggleStyle<S: ToggleStyle>(_ style: S) -> some View {
        environment(\.toggleStyle, style)
    }
}
