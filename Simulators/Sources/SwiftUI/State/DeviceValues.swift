/// The possible color schemes, corresponding to the light and dark appearances.
public enum ColorScheme: CaseIterable, Hashable, Sendable {
    /// The color scheme that corresponds to a light appearance.
    case light
    /// The color scheme that corresponds to a dark appearance.
    case dark
}

/// The contrast between the app's foreground and background colors.
public enum ColorSchemeContrast: CaseIterable, Hashable, Sendable {
    /// SwiftUI displays views with standard contrast.
    case standard
    /// SwiftUI displays views with increased contrast.
    case increased
}

/// A direction in which SwiftUI can lay out content.
public enum LayoutDirection: CaseIterable, Hashable, Sendable {
    /// A left-to-right layout direction.
    case leftToRight
    /// A right-to-left layout direction.
    case rightToLeft
}

/// The Accessibility Bold Text user setting options.
public enum LegibilityWeight: Hashable, Sendable {
    /// Use regular font weight.
    case regular
    /// Use heavier font weight.
    case bold
}

/// A set of values that indicate the visual size available to the view.
public enum UserInterfaceSizeClass: Hashable, Sendable {
    /// The compact size class.
    case compact
    /// The regular size class.
    case regular
}

/// An indication of a scene's operational state.
public enum ScenePhase: Comparable, Hashable, Sendable {
    /// The scene isn't currently visible in the UI.
    case background
    /// The scene is in the foreground but should pause its work.
    case inactive
    /// The scene is in the foreground and interactive.
    case active
}

/// A Dynamic Type size, which specifies how large scalable content should be.
public enum DynamicTypeSize: CaseIterable, Comparable, Hashable, Sendable {
    /// An extra small size.
    case xSmall
    /// A small size.
    case small
    /// A medium size.
    case medium
    /// A large size.
    case large
    /// An extra large size.
    case xLarge
    /// An extra extra large size.
    case xxLarge
    /// An extra extra extra large size.
    case xxxLarge
    /// The first accessibility size.
    case accessibility1
    /// The second accessibility size.
    case accessibility2
    /// The third accessibility size.
    case accessibility3
    /// The fourth accessibility size.
    case accessibility4
    /// The fifth accessibility size.
    case accessibility5

    /// A Boolean value indicating whether the size is one that is associated with accessibility.
    public var isAccessibilitySize: Bool { self >= .accessibility1 }
}

extension View {
    /// Sets this view's color scheme.
    nonisolated public func colorScheme(_ colorScheme: ColorScheme) -> some View {
        environment(\.colorScheme, colorScheme)
    }

    /// Sets the Dynamic Type size within the view to the given value.
    nonisolated public func dynamicTypeSize(_ size: DynamicTypeSize) -> some View {
        modifier(TypeSizeModifier(range: size...size))
    }

    /// Limits the Dynamic Type size within the view to the given range.
    nonisolated public func dynamicTypeSize<T: RangeExpression>(_ range: T) -> some View
    where T.Bound == DynamicTypeSize {
        let allowed = DynamicTypeSize.allCases.filter { range.contains($0) }
        return modifier(
            TypeSizeModifier(range: (allowed.first ?? .xSmall)...(allowed.last ?? .accessibility5))
        )
    }
}

/// Keeps the size of text in a range.
struct TypeSizeModifier {
    let range: ClosedRange<DynamicTypeSize>

    private func limited(_ size: DynamicTypeSize) -> DynamicTypeSize {
        min(max(size, range.lowerBound), range.upperBound)
    }
}

extension TypeSizeModifier: PrimitiveModifier {
    typealias Body = Never

    func apply(to node: ViewNode) {
        let size = limited(node.environment.dynamicTypeSize)
        node.style = [.textSize(size)]
    }

    func transformEnvironment(_ environment: inout EnvironmentValues) {
        environment.dynamicTypeSize = limited(environment.dynamicTypeSize)
    }
}
