package import Foundation

/// What a text depends on besides its content.
package struct TextContext: Sendable {
    package var locale: Locale
    package var calendar: Calendar
    package var timeZone: TimeZone
    package var now: @Sendable () -> Date
    package var strings: LocalizedStrings

    package init(_ environment: EnvironmentValues) {
        locale = environment.locale
        calendar = environment.calendar
        timeZone = environment.timeZone
        now = environment.now
        strings = environment.localizedStrings
    }

    /// For comparisons and places without an environment.
    static let unlocalized = TextContext(EnvironmentValues())
}

/// Finds the format of a localized key.
package struct LocalizedStrings: Sendable {
    /// The format for a key in a table of a bundle; `nil` to show the key.
    package var format:
        @Sendable (_ key: String, _ table: String?, _ bundle: Bundle?, Locale) -> String?

    package init(
        format: @escaping @Sendable (String, String?, Bundle?, Locale) -> String?
    ) {
        self.format = format
    }
}
