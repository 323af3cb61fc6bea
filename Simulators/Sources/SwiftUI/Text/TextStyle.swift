package import Foundation

/// The look of text: from the environment, and of single runs on top of it.
package struct TextStyle: Hashable, Sendable {
    package var font: Font?
    package var weight: Font.Weight?
    package var design: Font.Design?
    package var width: Font.Width?
    package var paint: Paint?
    package var isItalic: Bool?
    package var isMonospacedDigit: Bool?
    package var underline: Line?
    package var strikethrough: Line?
    package var kerning: CGFloat?
    package var tracking: CGFloat?
    package var baselineOffset: CGFloat?
    package var textCase: Text.Case?

    package init() {}

    /// A line below or through text.
    package struct Line: Hashable, Sendable {
        package var isActive: Bool
        package var color: Color?
    }

    /// What this style sets, and for the rest what the other one sets.
    package func over(_ base: TextStyle) -> TextStyle {
        var result = self
        result.font = font ?? base.font
        result.weight = weight ?? base.weight
        result.design = design ?? base.design
        result.width = width ?? base.width
        result.paint = paint ?? base.paint
        result.isItalic = isItalic ?? base.isItalic
        result.isMonospacedDigit = isMonospacedDigit ?? base.isMonospacedDigit
        result.underline = underline ?? base.underline
        result.strikethrough = strikethrough ?? base.strikethrough
        result.kerning = kerning ?? base.kerning
        result.tracking = tracking ?? base.tracking
        result.baselineOffset = baselineOffset ?? base.baselineOffset
        result.textCase = textCase ?? base.textCase
        return result
    }
}

/// How the lines of a text are laid out.
package struct TextLayout: Hashable, Sendable {
    package var lineLimit: Int?
    package var minimumLines: Int?
    package var alignment = TextAlignment.leading
    package var lineSpacing: CGFloat = 0
    package var truncation = Text.TruncationMode.tail
    package var minimumScaleFactor: CGFloat = 1
    package var allowsTightening = false
    package var isSelectable = false

    package init() {}
}

private enum TextStyleKey: EnvironmentKey {
    static let defaultValue = TextStyle()
}

private enum TextLayoutKey: EnvironmentKey {
    static let defaultValue = TextLayout()
}

extension EnvironmentValues {
    /// The look of the text below.
    package var textStyle: TextStyle {
        get { self[TextStyleKey.self] }
        set { self[TextStyleKey.self] = newValue }
    }

    /// The layout of the lines of the text below.
    package var textLayout: TextLayout {
        get { self[TextLayoutKey.self] }
        set { self[TextLayoutKey.self] = newValue }
    }
}
