/// A specification for the appearance and interaction of a text field.
@MainActor
@preconcurrency
public protocol TextFieldStyle {}

/// A style of this module, by its name.
protocol NamedTextFieldStyle: TextFieldStyle {
    nonisolated static var name: String { get }
}

/// The default text field style, based on the text field's context.
public struct DefaultTextFieldStyle {
    /// Creates the style.
    nonisolated public init() {}
}

extension DefaultTextFieldStyle: NamedTextFieldStyle {
    nonisolated static var name: String { "automatic" }
}

extension TextFieldStyle where Self == DefaultTextFieldStyle {
    /// The default text field style, based on the text field's context.
    public static var automatic: DefaultTextFieldStyle { DefaultTextFieldStyle() }
}

/// A text field style with no decoration.
public struct PlainTextFieldStyle {
    /// Creates the style.
    nonisolated public init() {}
}

extension PlainTextFieldStyle: NamedTextFieldStyle {
    nonisolated static var name: String { "plain" }
}

extension TextFieldStyle where Self == PlainTextFieldStyle {
    /// A text field style with no decoration.
    public static var plain: PlainTextFieldStyle { PlainTextFieldStyle() }
}

/// A text field style with a system-defined rounded border.
public struct RoundedBorderTextFieldStyle {
    /// Creates the style.
    nonisolated public init() {}
}

extension RoundedBorderTextFieldStyle: NamedTextFieldStyle {
    nonisolated static var name: String { "roundedBorder" }
}

extension TextFieldStyle where Self == RoundedBorderTextFieldStyle {
    /// A text field style with a system-defined rounded border.
    public static var roundedBorder: RoundedBorderTextFieldStyle { RoundedBorderTextFieldStyle() }
}

private enum TextFieldStyleNameKey: EnvironmentKey {
    static let defaultValue = "automatic"
}

extension EnvironmentValues {
    var textFieldStyleName: String {
        get { self[TextFieldStyleNameKey.self] }
        set { self[TextFieldStyleNameKey.self] = newValue }
    }
}

extension View {
    /// Sets the style for text fields within this view.
    nonisolated public func textFieldStyle<S: TextFieldStyle>(_ style: S) -> some View {
        environment(
            \.textFieldStyleName,
            (S.self as? any NamedTextFieldStyle.Type)?.name ?? "automatic"
        )
    }
}
