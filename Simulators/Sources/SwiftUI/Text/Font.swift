public import Foundation

/// An environment-dependent font.
public struct Font: Hashable, Sendable {
    /// The typeface and size before modifiers.
    package enum Base: Hashable, Sendable {
        case style(TextStyle)
        case size(CGFloat)
        case custom(String, CGFloat, relativeTo: TextStyle?)
    }

    package let base: Base
    package private(set) var weight: Weight?
    package private(set) var design: Design?
    package private(set) var width: Width?
    package private(set) var leading: Leading?
    package private(set) var isItalic = false
    package private(set) var isMonospacedDigit = false
    package private(set) var isSmallCaps = false

    /// A dynamic text style to use for fonts.
    public enum TextStyle: CaseIterable, Hashable, Sendable {
        /// The font style for large titles.
        case largeTitle
        /// The font used for first level hierarchical headings.
        case title
        /// The font used for second level hierarchical headings.
        case title2
        /// The font used for third level hierarchical headings.
        case title3
        /// The font used for headings.
        case headline
        /// The font used for subheadings.
        case subheadline
        /// The font used for body text.
        case body
        /// The font used for callouts.
        case callout
        /// The font used in footnotes.
        case footnote
        /// The font used for standard captions.
        case caption
        /// The font used for alternate captions.
        case caption2
    }

    /// A design to use for fonts.
    public enum Design: Hashable, Sendable {
        /// The default design.
        case `default`
        /// A design with serifs.
        case serif
        /// A rounded design.
        case rounded
        /// A design with characters of one width.
        case monospaced
    }

    /// A line spacing adjustment that you can apply to a font.
    public enum Leading: Hashable, Sendable {
        /// The default line spacing.
        case standard
        /// A reduced line spacing.
        case tight
        /// An increased line spacing.
        case loose
    }

    /// A width to use for fonts that have multiple widths.
    public struct Width: Hashable, Sendable {
        /// The width from -1 to 1; 0 is the standard.
        public var value: CGFloat

        /// Creates a width.
        public init(_ value: CGFloat) {
            self.value = value
        }

        /// A compressed width.
        public static let compressed = Width(-0.4)
        /// A condensed width.
        public static let condensed = Width(-0.2)
        /// The standard width.
        public static let standard = Width(0)
        /// An expanded width.
        public static let expanded = Width(0.2)
    }

    /// A weight to use for fonts.
    public struct Weight: Hashable, Sendable {
        /// The weight in CSS, from 100 to 900.
        package let cssValue: Int

        /// The lightest weight.
        public static let ultraLight = Weight(cssValue: 100)
        /// A weight between ultra light and light.
        public static let thin = Weight(cssValue: 200)
        /// A light weight.
        public static let light = Weight(cssValue: 300)
        /// The standard weight.
        public static let regular = Weight(cssValue: 400)
        /// A medium weight.
        public static let medium = Weight(cssValue: 500)
        /// A weight between medium and bold.
        public static let semibold = Weight(cssValue: 600)
        /// A bold weight.
        public static let bold = Weight(cssValue: 700)
        /// A weight above bold.
        public static let heavy = Weight(cssValue: 800)
        /// The boldest weight.
        public static let black = Weight(cssValue: 900)
    }

    init(_ base: Base, weight: Weight? = nil, design: Design? = nil) {
        self.base = base
        self.weight = weight
        self.design = design
    }

    /// Gets a system font that uses the specified style, design, and weight.
    public static func system(
        _ style: Font.TextStyle,
        design: Font.Design? = nil,
        weight: Font.Weight? = nil
    ) -> Font {
        Font(.style(style), weight: weight, design: design)
    }

    /// Specifies a system font to use, along with the size, weight, and design.
    public static func system(
        size: CGFloat,
        weight: Font.Weight? = nil,
        design: Font.Design? = nil
    ) -> Font {
        Font(.size(size), weight: weight, design: design)
    }

    /// Creates a custom font with the given name and a size that scales with the body text style.
    public static func custom(_ name: String, size: CGFloat) -> Font {
        Font(.custom(name, size, relativeTo: .body))
    }

    /// Creates a custom font with a size that scales relative to the given text style.
    public static func custom(
        _ name: String,
        size: CGFloat,
        relativeTo textStyle: Font.TextStyle
    ) -> Font {
        Font(.custom(name, size, relativeTo: textStyle))
    }

    /// Creates a custom font with a fixed size.
    public static func custom(_ name: String, fixedSize: CGFloat) -> Font {
        Font(.custom(name, fixedSize, relativeTo: nil))
    }

    /// Adds bold styling to the font.
    public func bold() -> Font { weight(.bold) }

    /// Adds italics to the font.
    public func italic() -> Font { with { $0.isItalic = true } }

    /// Sets the weight of the font.
    public func weight(_ weight: Font.Weight) -> Font { with { $0.weight = weight } }

    /// Sets the width of the font.
    public func width(_ width: Font.Width) -> Font { with { $0.width = width } }

    /// Adjusts the line spacing of the font.
    public func leading(_ leading: Font.Leading) -> Font { with { $0.leading = leading } }

    /// Returns a fixed-width font from the same family.
    public func monospaced() -> Font { with { $0.design = .monospaced } }

    /// Returns a modified font that uses fixed-width digits.
    public func monospacedDigit() -> Font { with { $0.isMonospacedDigit = true } }

    /// Adjusts the font to enable all small capitals.
    public func smallCaps() -> Font { with { $0.isSmallCaps = true } }

    private func with(_ change: (inout Font) -> Void) -> Font {
        var copy = self
        change(&copy)
        return copy
    }
}
