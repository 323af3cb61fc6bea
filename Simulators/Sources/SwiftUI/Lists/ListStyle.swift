/// A protocol that describes the behavior and appearance of a list.
@MainActor
@preconcurrency
public protocol ListStyle {}

/// A style of this module, by its name.
protocol NamedListStyle: ListStyle {
    nonisolated static var name: String { get }
}

/// The list style that describes a platform's default behavior and appearance for a list.
public struct DefaultListStyle: ListStyle {
    /// Creates the style.
    nonisolated public init() {}
}

extension DefaultListStyle: NamedListStyle {
    nonisolated static var name: String { "automatic" }
}

extension ListStyle where Self == DefaultListStyle {
    /// The list style that describes a platform's default behavior and appearance for a list.
    public static var automatic: DefaultListStyle { DefaultListStyle() }
}

/// The list style that describes the behavior and appearance of a plain list.
public struct PlainListStyle: ListStyle {
    /// Creates the style.
    nonisolated public init() {}
}

extension PlainListStyle: NamedListStyle {
    nonisolated static var name: String { "plain" }
}

extension ListStyle where Self == PlainListStyle {
    /// The list style that describes the behavior and appearance of a plain list.
    public static var plain: PlainListStyle { PlainListStyle() }
}

/// The list style that describes the behavior and appearance of a grouped list.
public struct GroupedListStyle: ListStyle {
    /// Creates the style.
    nonisolated public init() {}
}

extension GroupedListStyle: NamedListStyle {
    nonisolated static var name: String { "grouped" }
}

extension ListStyle where Self == GroupedListStyle {
    /// The list style that describes the behavior and appearance of a grouped list.
    public static var grouped: GroupedListStyle { GroupedListStyle() }
}

/// The list style that describes the behavior and appearance of an inset list.
public struct InsetListStyle: ListStyle {
    /// Creates the style.
    nonisolated public init() {}
}

extension InsetListStyle: NamedListStyle {
    nonisolated static var name: String { "inset" }
}

extension ListStyle where Self == InsetListStyle {
    /// The list style that describes the behavior and appearance of an inset list.
    public static var inset: InsetListStyle { InsetListStyle() }
}

/// The list style that describes the behavior and appearance of an inset grouped list.
public struct InsetGroupedListStyle: ListStyle {
    /// Creates the style.
    nonisolated public init() {}
}

extension InsetGroupedListStyle: NamedListStyle {
    nonisolated static var name: String { "insetGrouped" }
}

extension ListStyle where Self == InsetGroupedListStyle {
    /// The list style that describes the behavior and appearance of an inset grouped list.
    public static var insetGrouped: InsetGroupedListStyle { InsetGroupedListStyle() }
}

/// The list style that describes the behavior and appearance of a sidebar list.
public struct SidebarListStyle: ListStyle {
    /// Creates the style.
    nonisolated public init() {}
}

extension SidebarListStyle: NamedListStyle {
    nonisolated static var name: String { "sidebar" }
}

extension ListStyle where Self == SidebarListStyle {
    /// The list style that describes the behavior and appearance of a sidebar list.
    public static var sidebar: SidebarListStyle { SidebarListStyle() }
}

private enum ListStyleNameKey: EnvironmentKey {
    static let defaultValue = "automatic"
}

extension EnvironmentValues {
    var listStyleName: String {
        get { self[ListStyleNameKey.self] }
        set { self[ListStyleNameKey.self] = newValue }
    }
}

extension View {
    /// Sets the style for lists within this view.
    nonisolated public func listStyle<S: ListStyle>(_ style: S) -> some View {
        environment(\.listStyleName, (S.self as? any NamedListStyle.Type)?.name ?? "automatic")
    }
}
