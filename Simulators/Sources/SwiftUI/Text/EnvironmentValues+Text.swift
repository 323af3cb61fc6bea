public import Foundation

extension EnvironmentValues {
    /// The default font of this environment.
    public var font: Font? {
        get { textStyle.font }
        set { textStyle.font = newValue }
    }

    /// The maximum number of lines that text can occupy in a view.
    public var lineLimit: Int? {
        get { textLayout.lineLimit }
        set { textLayout.lineLimit = newValue }
    }

    /// How a text view aligns its lines when the content wraps.
    public var multilineTextAlignment: TextAlignment {
        get { textLayout.alignment }
        set { textLayout.alignment = newValue }
    }

    /// The distance in points between the bottom of one line and the top of the next.
    public var lineSpacing: CGFloat {
        get { textLayout.lineSpacing }
        set { textLayout.lineSpacing = newValue }
    }

    /// How the layout truncates the last line of text to fit into the available space.
    public var truncationMode: Text.TruncationMode {
        get { textLayout.truncation }
        set { textLayout.truncation = newValue }
    }

    /// The minimum permissible proportion to shrink the font size to fit the text.
    public var minimumScaleFactor: CGFloat {
        get { textLayout.minimumScaleFactor }
        set { textLayout.minimumScaleFactor = newValue }
    }

    /// Whether inter-character spacing should tighten to fit the text.
    public var allowsTightening: Bool {
        get { textLayout.allowsTightening }
        set { textLayout.allowsTightening = newValue }
    }

    /// A stylistic override to transform the case of text when displayed.
    public var textCase: Text.Case? {
        get { textStyle.textCase }
        set { textStyle.textCase = newValue }
    }
}
