/// The person's answer to the app's first request.
public enum LocationPromptDecision: Sendable, Hashable {
    /// "Allow While Using App".
    case allowWhileUsing
    /// "Allow Once".
    case allowOnce
    /// "Don't Allow".
    case deny
    /// The prompt stays open.
    case ignore
}

/// The person's answer to a request for further access.
public enum LocationUpgradeDecision: Sendable, Hashable {
    /// "Change to Always Allow", or "Allow Once" for full accuracy.
    case change
    /// "Keep Only While Using", or "Don't Allow" for full accuracy.
    case keep
    /// The prompt stays open.
    case ignore
}

/// The app's location setting in Settings.
public enum LocationSetting: Sendable, Hashable {
    /// "Never".
    case never
    /// "Ask Next Time Or When I Share".
    case askNextTime
    /// "While Using the App".
    case whileUsing
    /// "Always".
    case always
}

/// A location usage description in the app's property list.
public enum LocationUsageDescription: Sendable, Hashable, CaseIterable {
    /// `NSLocationWhenInUseUsageDescription`.
    case whenInUse
    /// `NSLocationAlwaysAndWhenInUseUsageDescription`.
    case always
}

/// Counters of a phone's location service.
public struct LocationCounters: Sendable, Hashable {
    /// The largest number of slots in use at any time.
    public package(set) var highWaterMark = 0
    /// Refused registrations.
    public package(set) var refusals = 0
    /// Registrations that were refused because all slots were visibly in use.
    public package(set) var refusalsForLackOfSlots = 0
    /// Detected crossings.
    public package(set) var crossingsNoticed = 0
    /// Missed crossings.
    public package(set) var crossingsMissed = 0
    /// Delivered crossings, significant changes, visits and condition events.
    public package(set) var eventsDelivered = 0
    /// Events that are lost for good.
    public package(set) var eventsLost = 0
    /// Attempts to launch the app.
    public package(set) var launches = 0
    /// Resumes of the suspended app.
    public package(set) var resumes = 0
    /// Calls that block the app while the system answers.
    public package(set) var blockingCalls = 0

    /// Attempts to wake the app.
    public var wakes: Int { launches + resumes }

    package init() {}
}
