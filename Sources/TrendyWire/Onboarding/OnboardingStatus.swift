public import TrendyModel

/// The onboarding status of an account: the body of `/users/onboarding`.
///
/// It is stored as a document, so that fields of later programs are preserved. A field
/// `…_completed_at` is the completion time of a step, including unknown steps.
public struct OnboardingStatus: Sendable, Hashable {
    /// A requested permission.
    public enum Permission: String, Sendable, CaseIterable {
        /// Showing notifications.
        case notifications
        /// Reading health data.
        case healthkit
        /// Reading the location.
        case location

        var statusField: String { "\(rawValue)_status" }
        /// The field with the time of the answer.
        public var timeField: String { OnboardingStatus.timeField(rawValue) }
    }

    /// The person's answer to a permission request.
    public enum Answer: String, Sendable, CaseIterable {
        /// Granted.
        case granted
        /// Denied.
        case denied
        /// Postponed.
        case skipped
        /// The person has seen the request, and the system does not reveal the answer.
        case asked
        /// Not yet requested.
        case notRequested = "not_requested"
    }

    /// The names of known steps.
    public enum Step {
        /// The person has read the welcome.
        package static let welcome = "welcome"
        /// The person signed in.
        package static let signIn = "auth"
        /// Every permission was requested or postponed.
        package static let permissions = "permissions"
    }

    /// The fields; always a complete document.
    public internal(set) var document: Document

    /// Creates the initial status.
    public init() {
        document = Document()
        isCompleted = false
        for permission in Permission.allCases {
            document[permission.statusField] = RawJSON(Answer.notRequested.rawValue)
        }
    }

    /// Creates a status from the valid fields of a document; missing fields have their initial
    /// values.
    public init(document: Document) {
        self.init()
        merge(document)
    }

    /// Decodes a body.
    ///
    /// - Throws: `JSONError` when it is not a JSON object.
    public init(json: UnsafeRawBufferPointer) throws(JSONError) {
        self.init(document: try Document(json: RawJSON(checking: Array(json))))
    }

    /// Whether the onboarding is completed.
    public var isCompleted: Bool {
        get { document[Self.completed]?.bool ?? false }
        set { document[Self.completed] = RawJSON(newValue) }
    }

    /// The completion time of a step; `nil` before.
    public func completedAt(_ step: String) -> Instant? {
        document[Self.timeField(step)]?.instant
    }

    /// The person's answer to a permission.
    public subscript(permission: Permission) -> Answer {
        document[permission.statusField]?.string.flatMap { Answer(rawValue: $0) } ?? .notRequested
    }

    /// The account's id; `nil` before the server's first answer.
    public var userID: EntityID? { document[RecordField.userID]?.id }
    /// When the account's record was created, or else the account; `nil` before the server's first
    /// answer.
    public var createdAt: Instant? { document[RecordField.createdAt]?.instant }
    /// When the record last changed on the server; `nil` before its first answer.
    public var updatedAt: Instant? { document[RecordField.updatedAt]?.instant }

    /// The fields that only the server sets.
    package enum RecordField {
        /// The account's id.
        package static let userID = "user_id"
        /// When the record was created.
        package static let createdAt = "created_at"
        /// When the record last changed.
        package static let updatedAt = "updated_at"
        /// All of them.
        package static let all = [userID, createdAt, updatedAt]
    }

    static let completed = "completed"
    static let timeSuffix = "_completed_at"

    static func timeField(_ step: String) -> String { step + timeSuffix }
}

extension OnboardingStatus {
    /// Sets the fields of the server's record.
    ///
    /// - Parameters:
    ///   - userID: the account's id.
    ///   - createdAt: the time of the record when it has none.
    package mutating func setRecord(userID: EntityID, createdAt: Instant) {
        document[RecordField.userID] = RawJSON(userID)
        let created = self.createdAt ?? createdAt
        document[RecordField.createdAt] = RawJSON(created)
        document[RecordField.updatedAt] = RawJSON(updatedAt ?? created)
    }

    /// Sets the time of the last change.
    package mutating func setUpdated(at now: Instant) {
        document[RecordField.updatedAt] = RawJSON(now)
    }

    /// The change that completes a step.
    package static func change(step: String, at time: Instant) -> Document {
        Document([Document.Field(name: timeField(step), value: RawJSON(time))])
    }

    /// The change that records an answer.
    package static func change(
        _ permission: Permission,
        _ answer: Answer,
        at time: Instant
    ) -> Document {
        var change = change(step: permission.rawValue, at: time)
        change[permission.statusField] = RawJSON(answer.rawValue)
        return change
    }

    /// The change that completes the onboarding.
    package static var completion: Document {
        Document([Document.Field(name: completed, value: RawJSON(true))])
    }
}
