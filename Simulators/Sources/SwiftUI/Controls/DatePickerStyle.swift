/// A type that specifies the appearance and interaction of all date pickers within a view hierarchy.
@MainActor
@preconcurrency
public protocol DatePickerStyle {}

/// A style of this module, by its name.
protocol NamedDatePickerStyle: DatePickerStyle {
    nonisolated static var name: String { get }
}

/// The default style for date pickers.
public struct DefaultDatePickerStyle {
    /// Creates the style.
    nonisolated public init() {}
}

extension DefaultDatePickerStyle: NamedDatePickerStyle {
    nonisolated static var name: String { "compact" }
}

extension DatePickerStyle where Self == DefaultDatePickerStyle {
    /// The default style for date pickers.
    public static var automatic: DefaultDatePickerStyle { DefaultDatePickerStyle() }
}

/// A date picker style that displays the components in a compact, textual format.
public struct CompactDatePickerStyle {
    /// Creates the style.
    nonisolated public init() {}
}

extension CompactDatePickerStyle: NamedDatePickerStyle {
    nonisolated static var name: String { "compact" }
}

extension DatePickerStyle where Self == CompactDatePickerStyle {
    /// A date picker style that displays the components in a compact, textual format.
    public static var compact: CompactDatePickerStyle { CompactDatePickerStyle() }
}

/// A date picker style that displays an interactive calendar or clock.
public struct GraphicalDatePickerStyle {
    /// Creates the style.
    nonisolated public init() {}
}

extension GraphicalDatePickerStyle: NamedDatePickerStyle {
    nonisolated static var name: String { "graphical" }
}

extension DatePickerStyle where Self == GraphicalDatePickerStyle {
    /// A date picker style that displays an interactive calendar or clock.
    public static var graphical: GraphicalDatePickerStyle { GraphicalDatePickerStyle() }
}

/// A date picker style that displays each component as columns in a scrollable wheel.
public struct WheelDatePickerStyle {
    /// Creates the style.
    nonisolated public init() {}
}

extension WheelDatePickerStyle: NamedDatePickerStyle {
    nonisolated static var name: String { "wheel" }
}

extension DatePickerStyle where Self == WheelDatePickerStyle {
    /// A date picker style that displays each component as columns in a scrollable wheel.
    public static var wheel: WheelDatePickerStyle { WheelDatePickerStyle() }
}

private enum DatePickerStyleNameKey: EnvironmentKey {
    static let defaultValue = "compact"
}

extension EnvironmentValues {
    var datePickerStyleName: String {
        get { self[DatePickerStyleNameKey.self] }
        set { self[DatePickerStyleNameKey.self] = newValue }
    }
}

extension View {
    /// Sets the style for date pickers within this view.
    nonisolated public func datePickerStyle<S: DatePickerStyle>(_ style: S) -> some View {
        environment(
            \.datePickerStyleName,
            (S.self as? any NamedDatePickerStyle.Type)?.name ?? "compact"
        )
    }
}
