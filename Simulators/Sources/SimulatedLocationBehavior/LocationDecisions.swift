/// How the person answers when the app asks for the location for the first time.
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

/// How the person answers when the app asks for more than it has.
public enum LocationUpgradeDecision: Sendable, Hashable {
    /// "Change to Always Allow", or "Allow Once" for full accuracy.
    case change
    /// "Keep Only While Using", or "Don't Allow" for full accuracy.
    case keep
    /// The prompt stays open.
    case ignore
}

/// What the person chooses in the settings of the app.
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

/// What the app's property list says about the location.
public enum LocationUsageDescription: Sendable, Hashable, CaseIterable {
    /// `NSLocationWhenInUseUsageDescription`.
    case whenInUse
    /// `NSLocationAlwaysAndWhenInUseUsageDescription`.
    case always
}

/// What may be counted of a phone's location service.
public struct LocationCounters: Sendable, Hashable {
    /// The most slots that were ever taken at a time.
    public package(set) var highWaterMark = 0
    /// Registrations refused.
    public package(set) var refusals = 0
    /// Those of them that were refused since all slots were taken, as the app could see.
    public package(set) var refusalsForLackOfSlots = 0
    /// Crossings that the system noticed.
    public package(set) var crossingsNoticed = 0
    /// Crossings that it did not.
    public package(set) var crossingsMissed = 0
    /// Crossings, significant changes, visits and conditions that reached the app.
    public package(set) var eventsDelivered = 0
    /// Those that never will.
    public package(set) var eventsLost = 0
    /// How often the system tried to launch the app.
    public package(set) var launches = 0
    /// How often it resumed the suspended app.
    public package(set) var resumes = 0
    /// Calls that block the app while the system answers.
    public package(set) var blockingCalls = 0

    /// How often the system tried to wake the app.
    public var wakes: Int { launches + resumes }

    package init() {}
}
