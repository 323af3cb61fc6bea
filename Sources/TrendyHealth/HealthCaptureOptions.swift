/// How capture goes about its work.
public struct HealthCaptureOptions: Sendable, Equatable {
    /// The days up to today that are computed in any case at a launch, at a periodic pass, and when
    /// something was deleted.
    public var windowDays = 7
    /// The older days that a periodic pass goes over, so that each day is looked at now and then.
    public var rescannedDays = 30
    /// How long after a pass the next one of a category waits, at first: signals in between are
    /// dealt with together.
    public var firstPause = Duration.seconds(1)
    /// How long it waits at most, when signals keep coming.
    public var maximumPause = Duration.seconds(300)
    /// How long a pass may go on that the system woke the app for; the rest waits for the next.
    public var wakeTime = Duration.seconds(15)
    /// The names of the sources that are believed before all others, in their order.
    public var sourceOrder: [String] = []

    /// The options that people get.
    public init() {}
}

/// Why a pass runs.
public enum HealthTrigger: Sendable, Hashable {
    /// The source said that something is new.
    case signal
    /// The app has started, or came to the front, or the phone was unlocked.
    case launch
    /// Some time has passed.
    case periodic
}
