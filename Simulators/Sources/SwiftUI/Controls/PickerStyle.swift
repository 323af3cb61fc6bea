/// A type that specifies the appearance and interaction of all pickers within a view hierarchy.
@MainActor
@preconcurrency
public protocol PickerStyle {}

/// A style of this module, by its name.
protocol NamedPickerStyle: PickerStyle {
    nonisolated static var name: String { get }
}

/// The default picker style, based on the picker's context.
public struct DefaultPickerStyle {
    /// Creates the style.
    nonisolated public init() {}
}

extension DefaultPickerStyle: NamedPickerStyle {
    nonisolated static var name: String { "menu" }
}

extension PickerStyle where Self == DefaultPickerStyle {
    /// The default picker style, based on the picker's context.
    public static var automatic: DefaultPickerStyle { DefaultPickerStyle() }
}

/// A picker style that presents the options as a menu.
public struct MenuPickerStyle {
    /// Creates the style.
    nonisolated public init() {}
}

extension MenuPickerStyle: NamedPickerStyle {
    nonisolated static var name: String { "menu" }
}

extension PickerStyle where Self == MenuPickerStyle {
    /// A picker style that presents the options as a menu.
    public static var menu: MenuPickerStyle { MenuPickerStyle() }
}

/// A picker style that presents the options in a segmented control.
public struct SegmentedPickerStyle {
    /// Creates the style.
    nonisolated public init() {}
}

extension SegmentedPickerStyle: NamedPickerStyle {
    nonisolated static var name: String { "segmented" }
}

extension PickerStyle where Self == SegmentedPickerStyle {
    /// A picker style that presents the options in a segmented control.
    public static var segmented: SegmentedPickerStyle { SegmentedPickerStyle() }
}

/// A picker style where each option is displayed inline with other views.
public struct InlinePickerStyle {
    /// Creates the style.
    nonisolated public init() {}
}

extension InlinePickerStyle: NamedPickerStyle {
    nonisolated static var name: String { "inline" }
}

extension PickerStyle where Self == InlinePickerStyle {
    /// A picker style where each option is displayed inline with other views.
    public static var inline: InlinePickerStyle { InlinePickerStyle() }
}

/// A picker style that presents the options in a list of their own.
public struct NavigationLinkPickerStyle {
    /// Creates the style.
    nonisolated public init() {}
}

extension NavigationLinkPickerStyle: NamedPickerStyle {
    nonisolated static var name: String { "navigationLink" }
}

extension PickerStyle where Self == NavigationLinkPickerStyle {
    /// A picker style that presents the options in a list of their own.
    public static var navigationLink: NavigationLinkPickerStyle { NavigationLinkPickerStyle() }
}

/// A picker style that presents the options in a scrollable wheel.
public struct WheelPickerStyle {
    /// Creates the style.
    nonisolated public init() {}
}

extension WheelPickerStyle: NamedPickerStyle {
    nonisolated static var name: String { "wheel" }
}

extension PickerStyle where Self == WheelPickerStyle {
    /// A picker style that presents the options in a scrollable wheel.
    public static var wheel: WheelPickerStyle { WheelPickerStyle() }
}

/// A picker style that presents the options as a row of compact elements.
public struct PalettePickerStyle {
    /// Creates the style.
    nonisolated public init() {}
}

extension PalettePickerStyle: NamedPickerStyle {
    nonisolated static var name: String { "palette" }
}

extension PickerStyle where Self == PalettePickerStyle {
    /// A picker style that presents the options as a row of compact elements.
    public static var palette: PalettePickerStyle { PalettePickerStyle() }
}

private enum PickerStyleNameKey: EnvironmentKey {
    static let defaultValue = "menu"
}

extension EnvironmentValues {
    var pickerStyleName: String {
        get { self[PickerStyleNameKey.self] }
        set { self[PickerStyleNameKey.self] = newValue }
    }
}

extension View {
    /// Sets the style for pickers within this view.
    nonisolated public func pickerStyle<S: PickerStyle>(_ style: S) -> some View {
        environment(\.pickerStyleName, (S.self as? any NamedPickerStyle.Type)?.name ?? "menu")
    }
}
