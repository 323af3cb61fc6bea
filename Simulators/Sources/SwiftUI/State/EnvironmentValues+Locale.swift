public import Foundation

private enum LocaleKey: EnvironmentKey {
    static let defaultValue = Locale.current
}

private enum CalendarKey: EnvironmentKey {
    static let defaultValue = Calendar.current
}

private enum TimeZoneKey: EnvironmentKey {
    static let defaultValue = TimeZone.current
}

private enum NowKey: EnvironmentKey {
    // The reference date until the host sets its clock.
    static let defaultValue: @Sendable () -> Date = { Date(timeIntervalSinceReferenceDate: 0) }
}

private enum LocalizedStringsKey: EnvironmentKey {
    static let defaultValue = LocalizedStrings { key, table, bundle, _ in
        (bundle ?? .main).localizedString(forKey: key, value: nil, table: table)
    }
}

extension EnvironmentValues {
    /// The current locale that views should use.
    public var locale: Locale {
        get { self[LocaleKey.self] }
        set { self[LocaleKey.self] = newValue }
    }

    /// The current calendar that views should use when handling dates.
    public var calendar: Calendar {
        get { self[CalendarKey.self] }
        set { self[CalendarKey.self] = newValue }
    }

    /// The current time zone that views should use when handling dates.
    public var timeZone: TimeZone {
        get { self[TimeZoneKey.self] }
        set { self[TimeZoneKey.self] = newValue }
    }

    /// The clock of relative dates.
    package var now: @Sendable () -> Date {
        get { self[NowKey.self] }
        set { self[NowKey.self] = newValue }
    }

    /// The translations.
    package var localizedStrings: LocalizedStrings {
        get { self[LocalizedStringsKey.self] }
        set { self[LocalizedStringsKey.self] = newValue }
    }
}
