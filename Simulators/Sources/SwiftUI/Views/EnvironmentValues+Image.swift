/// A symbol rendering mode.
public struct SymbolRenderingMode: Sendable {
    package let name: String

    /// A mode that renders symbols as a single layer filled with the foreground style.
    public static let monochrome = SymbolRenderingMode(name: "monochrome")
    /// A mode that renders symbols as multiple layers, with their inherit styles.
    public static let multicolor = SymbolRenderingMode(name: "multicolor")
    /// A mode that renders symbols as multiple layers, with different opacities.
    public static let hierarchical = SymbolRenderingMode(name: "hierarchical")
    /// A mode that renders symbols as multiple layers, with different styles.
    public static let palette = SymbolRenderingMode(name: "palette")
}

/// A variant of a symbol.
public struct SymbolVariants: Hashable, Sendable {
    package let suffixes: Set<String>

    /// No variant for a symbol.
    public static let none = SymbolVariants(suffixes: [])
    /// A variant that encapsulates the symbol in a circle.
    public static let circle = SymbolVariants(suffixes: ["circle"])
    /// A variant that encapsulates the symbol in a square.
    public static let square = SymbolVariants(suffixes: ["square"])
    /// A variant that fills the symbol.
    public static let fill = SymbolVariants(suffixes: ["fill"])
    /// A variant that draws a slash through the symbol.
    public static let slash = SymbolVariants(suffixes: ["slash"])

    /// A version of the variant that is filled.
    public var fill: SymbolVariants { SymbolVariants(suffixes: suffixes.union(["fill"])) }
}

private enum SymbolRenderingModeKey: EnvironmentKey {
    static let defaultValue: SymbolRenderingMode? = nil
}

private enum ImageScaleKey: EnvironmentKey {
    static let defaultValue = Image.Scale.medium
}

private enum SymbolVariantsKey: EnvironmentKey {
    static let defaultValue = SymbolVariants.none
}

extension EnvironmentValues {
    /// The current symbol rendering mode.
    public var symbolRenderingMode: SymbolRenderingMode? {
        get { self[SymbolRenderingModeKey.self] }
        set { self[SymbolRenderingModeKey.self] = newValue }
    }

    /// The image scale for this environment.
    public var imageScale: Image.Scale {
        get { self[ImageScaleKey.self] }
        set { self[ImageScaleKey.self] = newValue }
    }

    /// The symbol variant to use in this environment.
    public var symbolVariants: SymbolVariants {
        get { self[SymbolVariantsKey.self] }
        set { self[SymbolVariantsKey.self] = newValue }
    }
}

extension View {
    /// Scales images within the view according to one of the relative sizes available.
    nonisolated public func imageScale(_ scale: Image.Scale) -> some View {
        environment(\.imageScale, scale)
    }

    /// Sets the rendering mode for symbol images within this view.
    nonisolated public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> some View {
        environment(\.symbolRenderingMode, mode)
    }

    /// Makes symbols within the view show a particular variant.
    nonisolated public func symbolVariant(_ variant: SymbolVariants) -> some View {
        environment(\.symbolVariants, variant)
    }
}
