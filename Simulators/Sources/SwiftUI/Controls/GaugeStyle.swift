/// Defines the implementation of all gauge instances within a view hierarchy.
@MainActor
@preconcurrency
public protocol GaugeStyle {}

/// A style of this module, by its name.
protocol NamedGaugeStyle: GaugeStyle {
    nonisolated static var name: String { get }
}

/// The default gauge view style in the current context of the view being styled.
public struct DefaultGaugeStyle {
    /// Creates the style.
    nonisolated public init() {}
}

extension DefaultGaugeStyle: NamedGaugeStyle {
    nonisolated static var name: String { "automatic" }
}

extension GaugeStyle where Self == DefaultGaugeStyle {
    /// The default gauge view style in the current context of the view being styled.
    public static var automatic: DefaultGaugeStyle { DefaultGaugeStyle() }
}

/// A gauge style that displays a bar that fills from leading to trailing edges.
public struct LinearCapacityGaugeStyle {
    /// Creates the style.
    nonisolated public init() {}
}

extension LinearCapacityGaugeStyle: NamedGaugeStyle {
    nonisolated static var name: String { "linearCapacity" }
}

extension GaugeStyle where Self == LinearCapacityGaugeStyle {
    /// A gauge style that displays a bar that fills from leading to trailing edges.
    public static var linearCapacity: LinearCapacityGaugeStyle { LinearCapacityGaugeStyle() }
}

/// A gauge style that displays bar with a marker that appears at a point along the bar.
public struct AccessoryLinearGaugeStyle {
    /// Creates the style.
    nonisolated public init() {}
}

extension AccessoryLinearGaugeStyle: NamedGaugeStyle {
    nonisolated static var name: String { "accessoryLinear" }
}

extension GaugeStyle where Self == AccessoryLinearGaugeStyle {
    /// A gauge style that displays bar with a marker that appears at a point along the bar.
    public static var accessoryLinear: AccessoryLinearGaugeStyle { AccessoryLinearGaugeStyle() }
}

/// A gauge style that displays bar that fills from leading to trailing edges.
public struct AccessoryLinearCapacityGaugeStyle {
    /// Creates the style.
    nonisolated public init() {}
}

extension AccessoryLinearCapacityGaugeStyle: NamedGaugeStyle {
    nonisolated static var name: String { "accessoryLinearCapacity" }
}

extension GaugeStyle where Self == AccessoryLinearCapacityGaugeStyle {
    /// A gauge style that displays bar that fills from leading to trailing edges.
    public static var accessoryLinearCapacity: AccessoryLinearCapacityGaugeStyle {
        AccessoryLinearCapacityGaugeStyle()
    }
}

/// A gauge style that displays an open ring with a marker.
public struct AccessoryCircularGaugeStyle {
    /// Creates the style.
    nonisolated public init() {}
}

extension AccessoryCircularGaugeStyle: NamedGaugeStyle {
    nonisolated static var name: String { "accessoryCircular" }
}

extension GaugeStyle where Self == AccessoryCircularGaugeStyle {
    /// A gauge style that displays an open ring with a marker.
    public static var accessoryCircular: AccessoryCircularGaugeStyle {
        AccessoryCircularGaugeStyle()
    }
}

/// A gauge style that displays a closed ring that's partially filled in.
public struct AccessoryCircularCapacityGaugeStyle {
    /// Creates the style.
    nonisolated public init() {}
}

extension AccessoryCircularCapacityGaugeStyle: NamedGaugeStyle {
    nonisolated static var name: String { "accessoryCircularCapacity" }
}

extension GaugeStyle where Self == AccessoryCircularCapacityGaugeStyle {
    /// A gauge style that displays a closed ring that's partially filled in.
    public static var accessoryCircularCapacity: AccessoryCircularCapacityGaugeStyle {
        AccessoryCircularCapacityGaugeStyle()
    }
}

private enum GaugeStyleNameKey: EnvironmentKey {
    static let defaultValue = "automatic"
}

extension EnvironmentValues {
    var gaugeStyleName: String {
        get { self[GaugeStyleNameKey.self] }
        set { self[GaugeStyleNameKey.self] = newValue }
    }
}

extension View {
    /// Sets the style for gauges within this view.
    nonisolated public func gaugeStyle<S: GaugeStyle>(_ style: S) -> some View {
        environment(\.gaugeStyleName, (S.self as? any NamedGaugeStyle.Type)?.name ?? "automatic")
    }
}
