import TrendyLocalization

/// Whether health data may be read.
public protocol HealthAuthorization: Sendable {
    /// Asks the person for the categories that they were not asked for yet.
    ///
    /// - Throws: ``HealthSourceError``; that it does not throw only means that the person has seen
    ///   the question.
    func request(_ categories: [HealthCategory]) async throws

    /// Whether the person was asked for all of the categories.
    func status(of categories: [HealthCategory]) async -> HealthAuthorizationStatus
}

/// What can be known of whether health data may be read: never what the person answered.
public enum HealthAuthorizationStatus: Sendable, Hashable {
    /// There is no health data on this device, or it may not be used.
    case unavailable
    /// The person was not asked for all of it yet.
    case notAsked
    /// The person was asked: what they denied looks as if there was nothing.
    case asked
    /// It could not be found out.
    case unknown

    /// What a person should read.
    public var text: String {
        switch self {
        case .unavailable: Strings.Capture.unavailable()
        case .notAsked: Strings.Capture.notAsked()
        case .asked: Strings.Capture.asked()
        case .unknown: Strings.Capture.unknown()
        }
    }
}
