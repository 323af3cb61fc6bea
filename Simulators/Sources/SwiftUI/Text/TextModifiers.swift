public import Foundation

extension View {
    /// Sets the default font for text in this view.
    nonisolated public func font(_ font: Font?) -> some View {
        textStyle { $0.font = font }
    }

    /// Sets the font weight of the text in this view.
    nonisolated public func fontWeight(_ weight: Font.Weight?) -> some View {
        textStyle { $0.weight = weight }
    }

    /// Sets the font design of the text in this view.
    nonisolated public func fontDesign(_ design: Font.Design?) -> some View {
        textStyle { $0.design = design }
    }

    /// Sets the font width of the text in this view.
    nonisolated public func fontWidth(_ width: Font.Width?) -> some View {
        textStyle { $0.width = width }
    }

    /// Applies a bold font weight to the text in this view.
    nonisolated public func bold(_ isActive: Bool = true) -> some View {
        textStyle { $0.weight = isActive ? .bold : nil }
    }

    /// Applies italics to the text in this view.
    nonisolated public func italic(_ isActive: Bool = true) -> some View {
        textStyle { $0.isItalic = isActive }
    }

    /// Modifies the fonts of all child views to use the fixed-width variant, if possible.
    nonisolated public func monospaced(_ isActive: Bool = true) -> some View {
        textStyle { $0.design = isActive ? .monospaced : nil }
    }

    /// Modifies the fonts of all child views to use fixed-width digits, if possible.
    nonisolated public func monospacedDigit() -> some View {
        textStyle { $0.isMonospacedDigit = true }
    }

    /// Applies a strikethrough to the text in this view.
    nonisolated public func strikethrough(
        _ isActive: Bool = true,
        pattern: Text.LineStyle.Pattern = .solid,
        color: Color? = nil
    ) -> some View {
        textStyle { $0.strikethrough = TextStyle.Line(isActive: isActive, color: color) }
    }

    /// Applies an underline to the text in this view.
    nonisolated public func underline(
        _ isActive: Bool = true,
        pattern: Text.LineStyle.Pattern = .solid,
        color: Color? = nil
    ) -> some View {
        textStyle { $0.underline = TextStyle.Line(isActive: isActive, color: color) }
    }

    /// Sets the spacing, or kerning, between characters for the text in this view.
    nonisolated public func kerning(_ kerning: CGFloat) -> some View {
        textStyle { $0.kerning = kerning }
    }

    /// Sets the tracking for the text in this view.
    nonisolated public func tracking(_ tracking: CGFloat) -> some View {
        textStyle { $0.tracking = tracking }
    }

    /// Sets a transform for the case of the text contained in this view when displayed.
    nonisolated public func textCase(_ textCase: Text.Case?) -> some View {
        textStyle { $0.textCase = textCase }
    }

    /// Sets the maximum number of lines that text can occupy in this view.
    nonisolated public func lineLimit(_ number: Int?) -> some View {
        textLayout { $0.lineLimit = number }
    }

    /// Sets a limit for the number of lines text can occupy in this view.
    nonisolated public func lineLimit(_ limit: Int, reservesSpace: Bool) -> some View {
        textLayout {
            $0.lineLimit = limit
            $0.minimumLines = reservesSpace ? limit : nil
        }
    }

    /// Sets a closed range for the number of lines that text can occupy in this view.
    nonisolated public func lineLimit(_ limit: ClosedRange<Int>) -> some View {
        textLayout {
            $0.minimumLines = limit.lowerBound
            $0.lineLimit = limit.upperBound
        }
    }

    /// Sets a partial range for the number of lines that text can occupy in this view.
    nonisolated public func lineLimit(_ limit: PartialRangeFrom<Int>) -> some View {
        textLayout {
            $0.minimumLines = limit.lowerBound
            $0.lineLimit = nil
        }
    }

    /// Sets a partial range for the number of lines that text can occupy in this view.
    nonisolated public func lineLimit(_ limit: PartialRangeThrough<Int>) -> some View {
        textLayout { $0.lineLimit = limit.upperBound }
    }

    /// Sets the alignment of a text view that contains multiple lines of text.
    nonisolated public func multilineTextAlignment(_ alignment: TextAlignment) -> some View {
        textLayout { $0.alignment = alignment }
    }

    /// Sets the amount of space between lines of text in this view.
    nonisolated public func lineSpacing(_ lineSpacing: CGFloat) -> some View {
        textLayout { $0.lineSpacing = lineSpacing }
    }

    /// Sets the truncation mode for lines of text that are too long to fit in the space.
    nonisolated public func truncationMode(_ mode: Text.TruncationMode) -> some View {
        textLayout { $0.truncation = mode }
    }

    /// Sets the minimum amount that text in this view scales down to fit in the space.
    nonisolated public func minimumScaleFactor(_ factor: CGFloat) -> some View {
        textLayout { $0.minimumScaleFactor = factor }
    }

    /// Sets whether text in this view can compress the space between characters.
    nonisolated public func allowsTightening(_ flag: Bool) -> some View {
        textLayout { $0.allowsTightening = flag }
    }

    /// Controls whether people can select text within this view.
    nonisolated public func textSelection<S: TextSelectability>(_ selectability: S) -> some View {
        textLayout { $0.isSelectable = S.allowsSelection }
    }

    nonisolated private func textStyle(
        _ change: @escaping (inout TextStyle) -> Void
    ) -> ModifiedContent<Self, EnvironmentTransform> {
        modifier(EnvironmentTransform { change(&$0.textStyle) })
    }

    nonisolated private func textLayout(
        _ change: @escaping (inout TextLayout) -> Void
    ) -> ModifiedContent<Self, EnvironmentTransform> {
        modifier(EnvironmentTransform { change(&$0.textLayout) })
    }
}

/// A type that describes the ability to select text.
public protocol TextSelectability {
    /// Whether the type allows selection.
    static var allowsSelection: Bool { get }
}

/// A selectability type that enables text selection.
public struct EnabledTextSelectability: TextSelectability {
    /// Selection is allowed.
    public static let allowsSelection = true
}

/// A selectability type that disables text selection.
public struct DisabledTextSelectability: TextSelectability {
    /// Selection is not allowed.
    public static let allowsSelection = false
}

extension TextSelectability where Self == EnabledTextSelectability {
    /// A selectability value that enables text selection.
    public static var enabled: EnabledTextSelectability { EnabledTextSelectability() }
}

extension TextSelectability where Self == DisabledTextSelectability {
    /// A selectability value that disables text selection.
    public static var disabled: DisabledTextSelectability { DisabledTextSelectability() }
}
