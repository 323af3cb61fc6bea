public import Foundation

extension LocalizedStringKey {
    /// Represents the contents of a string literal with interpolations while it's being built.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        var key = ""
        var arguments: [Argument] = []

        /// Creates an empty instance ready to be filled with string literal content.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Appends a literal string.
        public mutating func appendLiteral(_ literal: String) {
            key += literal.replacing("%", with: "%%")
        }

        /// Appends a string.
        public mutating func appendInterpolation(_ string: String) {
            append("%@") { _ in string }
        }

        /// Appends an object or a value that has a bridged object, formatted by a formatter.
        ///
        /// The formatter must not change afterwards: it is used where the text is shown.
        public mutating func appendInterpolation<Subject>(
            _ subject: Subject,
            formatter: Formatter? = nil
        ) where Subject: ReferenceConvertible {
            let text = formatter?.string(for: subject) ?? "\(subject)"
            append("%@") { _ in text }
        }

        /// Appends an object, formatted by a formatter.
        public mutating func appendInterpolation<Subject>(
            _ subject: Subject,
            formatter: Formatter? = nil
        ) where Subject: NSObject {
            let text = formatter?.string(for: subject) ?? "\(subject)"
            append("%@") { _ in text }
        }

        /// Appends the formatted representation of a nonstring type.
        public mutating func appendInterpolation<F>(
            _ input: F.FormatInput,
            format: F
        ) where F: FormatStyle, F.FormatInput: Equatable, F.FormatOutput == String {
            let formatting = Transferred { format.locale($0).format(input) }
            append("%@") { formatting.value($0.locale) }
        }

        /// Appends a type that conforms to the private format-specifiable protocol.
        public mutating func appendInterpolation<T: _FormatSpecifiable>(_ value: T) {
            let formatting = Transferred { value.formatted(in: $0) }
            append(value._specifier) { formatting.value($0.locale) }
        }

        /// Appends a value with a specifier as in `String(format:)`.
        public mutating func appendInterpolation<T: _FormatSpecifiable>(
            _ value: T,
            specifier: String
        ) {
            let formatting = Transferred { (locale: Locale) in
                String(format: specifier, locale: locale, value._arg)
            }
            append(specifier) { formatting.value($0.locale) }
        }

        /// Appends the string displayed by a text view.
        public mutating func appendInterpolation(_ text: Text) {
            key += "%@"
            arguments.append(Argument { text.runs(in: $0) })
        }

        /// Appends an image.
        public mutating func appendInterpolation(_ image: Image) {
            appendInterpolation(Text(image))
        }

        /// Appends a date in a style.
        public mutating func appendInterpolation(_ date: Date, style: Text.DateStyle) {
            appendInterpolation(Text(date, style: style))
        }

        /// Appends an interval of dates.
        public mutating func appendInterpolation(_ dates: ClosedRange<Date>) {
            appendInterpolation(Text(dates))
        }

        /// Appends an attributed string.
        public mutating func appendInterpolation(_ attributedString: AttributedString) {
            appendInterpolation(Text(attributedString))
        }

        private mutating func append(
            _ specifier: String,
            _ resolve: @escaping @Sendable (TextContext) -> String
        ) {
            key += specifier
            arguments.append(Argument { [TextRun(resolve($0))] })
        }
    }
}
