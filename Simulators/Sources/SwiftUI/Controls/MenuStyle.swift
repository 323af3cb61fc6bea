/// A type that applies standard interaction behavior and a custom appearance to all menus within a view hierarchy.
@MainActor
@preconcurrency
public protocol MenuStyle {}

/// A style of this module, by its name.
protocol NamedMenuStyle: MenuStyle {
    nonisolated static var name: String { get }
}

/// The default menu style, based on the menu's context.
public struct DefaultMenuStyle {
    /// Creates the style.
    nonisolated public init() {}
}

extension DefaultMenuStyle: NamedMenuStyle {
    nonisolated static var name: String { "automatic" }
}

extension MenuStyle where Self == DefaultMenuStyle {
    /// The default menu style, based on the menu's context.
    public static var automatic: DefaultMenuStyle { DefaultMenuStyle() }
}

/// A menu style that displays a button that toggles the display of the menu's contents when pressed.
public struct ButtonMenuStyle {
    /// Creates the style.
    nonisolated public init() {}
}

extension ButtonMenuStyle: NamedMenuStyle {
    nonisolated static var name: String { "button" }
}

extension MenuStyle where Self == ButtonMenuStyle {
    /// A menu style that displays a button that toggles the display of the menu's contents when pressed.
    public static var button: ButtonMenuStyle { ButtonMenuStyle() }
}

private enum MenuStyleNameKey: EnvironmentKey {
    static let defaultValue = "automatic"
}

extension EnvironmentValues {
    var menuStyleName: String {
        get { self[MenuStyleNameKey.self] }
        set { self[MenuStyleNameKey.self] = newValue }
    }
}

extension View {
    /// Sets the style for menus within this view.
    nonisolated public func menuStyle<S: MenuStyle>(_ style: S) -> some View {
        environment(\.menuStyleName, (S.self as? any NamedMenuStyle.Type)?.name ?? "automatic")
    }
}
