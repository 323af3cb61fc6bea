/// The key used to look up an entry in a strings file or strings dictionary file.
public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation, Sendable {
    /// The key with a format specifier for each argument.
    package let key: String
    let arguments: [Argument]

    /// Creates a localized string key from the given string value.
    public init(_ value: String) {
        key = value
        arguments = []
    }

    /// Creates a localized string key from the given string literal.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// Creates a localized string key from the given string interpolation.
    public init(stringInterpolation: LocalizedStringKey.StringInterpolation) {
        key = stringInterpolation.key
        arguments = stringInterpolation.arguments
    }

    /// A value of the interpolation, as text in the locale of the view.
    struct Argument: Equatable, Sendable {
        let resolve: @Sendable (TextContext) -> [TextRun]

        static func == (left: Argument, right: Argument) -> Bool {
            left.resolve(.unlocalized) == right.resolve(.unlocalized)
        }
    }
}
