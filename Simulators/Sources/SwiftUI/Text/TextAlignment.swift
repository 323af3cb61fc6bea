/// An alignment position for text along the horizontal axis.
public enum TextAlignment: Hashable, CaseIterable, Sendable {
    /// Aligns text to the leading edge.
    case leading
    /// Centers text.
    case center
    /// Aligns text to the trailing edge.
    case trailing
}

extension Text {
    /// The type of truncation to apply to a line of text when it's too long to fit.
    public enum TruncationMode: Hashable, Sendable {
        /// Truncate at the beginning of the line.
        case head
        /// Truncate at the end of the line.
        case tail
        /// Truncate in the middle of the line.
        case middle
    }

    /// A scheme for transforming the capitalization of characters within text.
    public enum Case: Hashable, Sendable {
        /// Displays text in all uppercase characters.
        case uppercase
        /// Displays text in all lowercase characters.
        case lowercase
    }

    /// Description of the style used to draw a line for underlines and strikethroughs.
    public struct LineStyle: Hashable, Sendable {
        /// The line pattern.
        public struct Pattern: Hashable, Sendable {
            private let name: String

            /// Draw a solid line.
            public static let solid = Pattern(name: "solid")
            /// Draw a line of dots.
            public static let dot = Pattern(name: "dot")
            /// Draw a line of dashes.
            public static let dash = Pattern(name: "dash")
        }

        /// Draw a single solid line.
        public static let single = LineStyle(pattern: .solid, color: nil)

        private let pattern: Pattern
        private let color: Color?

        /// Creates a line style.
        public init(pattern: Text.LineStyle.Pattern = .solid, color: Color? = nil) {
            self.pattern = pattern
            self.color = color
        }
    }
}
