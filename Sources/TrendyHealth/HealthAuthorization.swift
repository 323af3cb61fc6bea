import TrendyLocalization

/// Requests and reports authorization to read health data.
package protocol HealthAuthorization: Sendable {
    /// Requests authorization for the categories for which the person has not been asked.
    ///
    /// - Throws: ``HealthSourceError``. Returning without an error means only that the system
    ///   showed the question, not that the person granted access.
    func request(_ categories: [HealthMetric]) async throws

    /// Whether the system has asked the person for all of the categories.
    func status(of categories: [HealthMetric]) async -> HealthAuthorizationStatus
}

/// The authorization state that an app can observe.
///
/// HealthKit never reveals the person's answer.
package enum HealthAuthorizationStatus: Sendable, Hashable {
    /// This device has no health data, or the app may not use it.
    case unavailable
    /// The person has not been asked for every category.
    case notAsked
    /// The person was asked. A denied category looks like an empty one.
    case asked
    /// The state could not be determined.
    case unknown

    /// The state in the person's language.
    package var text: String {
        switch self {
        case .unavailable: Strings.Capture.unavailable()
        case .notAsked: Strings.Capture.notAsked()
        case .asked: Strings.Capture.asked()
        case .unknown: Strings.Capture.unknown()
        }
    }
}
