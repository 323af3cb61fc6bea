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
    public var words: String {
        switch self {
        case .unavailable: "There is no Apple Health on this device."
        case .notAsked: "Trendy has not asked for all of this yet."
        case .asked:
            "You were asked. Apple does not tell whether you allowed it: what you denied looks as "
                + "if there was nothing. See Settings, Health, Data Access & Devices."
        case .unknown: "It could not be found out whether you were asked."
        }
    }
}
