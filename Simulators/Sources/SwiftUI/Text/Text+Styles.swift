public import Foundation

extension Text {
    /// Sets the default font for text in the view.
    public func font(_ font: Font?) -> Text {
        styled { $0.font = font }
    }

    /// Sets the font weight of the text.
    public func fontWeight(_ weight: Font.Weight?) -> Text {
        styled { $0.weight = weight }
    }

    /// Sets the font design of the text.
    public func fontDesign(_ design: Font.Design?) -> Text {
        styled { $0.design = design }
    }

    /// Sets the font width of the text.
    public func fontWidth(_ width: Font.Width?) -> Text {
        styled { $0.width = width }
    }

    /// Sets the style of the text displayed by this view.
    public func foregroundStyle<S: ShapeStyle>(_ style: S) -> Text {
        styled { $0.paint = style.paint(in: EnvironmentValues()) }
    }

    /// Sets the color of the text displayed by this view.
    public func foregroundColor(_ color: Color?) -> Text {
        styled { $0.paint = color.map { .color($0) } }
    }

    /// Applies a bold font weight to the text.
    public func bold() -> Text {
        bold(true)
    }

    /// Applies a bold font weight to the text.
    public func bold(_ isActive: Bool) -> Text {
        styled { $0.weight = isActive ? .bold : nil }
    }

    /// Applies italics to the text.
    public func italic() -> Text {
        italic(true)
    }

    /// Applies italics to the text.
    public func italic(_ isActive: Bool) -> Text {
        styled { $0.isItalic = isActive }
    }

    /// Modifies the font of the text to use the fixed-width variant of the current font.
    public func monospaced(_ isActive: Bool = true) -> Text {
        styled { $0.design = isActive ? .monospaced : nil }
    }

    /// Modifies the text view's font to use fixed-width digits.
    public func monospacedDigit() -> Text {
        styled { $0.isMonospacedDigit = true }
    }

    /// Applies a strikethrough to the text.
    public func strikethrough(_ isActive: Bool = true, color: Color? = nil) -> Text {
        styled { $0.strikethrough = TextStyle.Line(isActive: isActive, color: color) }
    }

    /// Applies an underline to the text.
    public func underline(_ isActive: Bool = true, color: Color? = nil) -> Text {
        styled { $0.underline = TextStyle.Line(isActive: isActive, color: color) }
    }

    /// Sets the spacing, or kerning, between characters.
    public func kerning(_ kerning: CGFloat) -> Text {
        styled { $0.kerning = kerning }
    }

    /// Sets the tracking for the text.
    public func tracking(_ tracking: CGFloat) -> Text {
        styled { $0.tracking = tracking }
    }

    /// Sets the vertical offset for the text relative to its baseline.
    public func baselineOffset(_ baselineOffset: CGFloat) -> Text {
        styled { $0.baselineOffset = baselineOffset }
    }
}
