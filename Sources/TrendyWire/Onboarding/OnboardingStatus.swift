public import TrendyModel

/// How far a person's onboarding has come: one for each account, the body of
/// `/users/onboarding`.
///
/// It is kept as a document, so that what a later program adds is carried along unharmed. A field
/// named `…_completed_at` is the time of a step, whatever the step is.
public struct OnboardingStatus: Sendable, Hashable {
    /// A permission that is asked for.
    public enum Permission: String, Sendable, CaseIterable {
        /// To show notices.
        case notifications
        /// To read health data.
        case healthkit
        /// To know where the device is.
        case location

        var statusField: String { "\(rawValue)_status" }
        /// The field of when the person answered.
        public var timeField: String { OnboardingStatus.timeField(rawValue) }
    }

    /// What the person answered.
    public enum Answer: String, Sendable, CaseIterable {
        /// Yes.
        case granted
        /// No.
        case denied
        /// Later.
        case skipped
        /// The person has seen the question, and nobody can know what they answered.
        case asked
        /// The question was not put yet.
        case notRequested = "not_requested"
    }

    /// The name of a step whose time the contract knows.
    public enum Step {
        /// The welcome was read.
        public static let welcome = "welcome"
        /// The person signed in.
        public static let signIn = "auth"
        /// Every permission was asked for or skipped.
        public static let permissions = "permissions"
    }

    /// The fields; it is always a whole document.
    public internal(set) var document: Document

    /// The status of somebody who has just come.
    public init() {
        document = Document()
        isCompleted = false
        for permission in Permission.allCases {
            document[permission.statusField] = RawJSON(Answer.notRequested.rawValue)
        }
    }

    /// The status that a document describes, as far as it is valid; what is missing is as for
    /// somebody who has just come.
    public init(document: Document) {
        self.init()
        merge(document)
    }

    /// Reads a body.
    ///
    /// - Throws: `JSONError` when it is no JSON object.
    public init(json: UnsafeRawBufferPointer) throws(JSONError) {
        self.init(document: try Document(json: RawJSON(checking: Array(json))))
    }

    /// Whether the person is through.
    public var isCompleted: Bool {
        get { document[Self.completed]?.bool ?? false }
        set { document[Self.completed] = RawJSON(newValue) }
    }

    /// When a step was done; `nil` before.
    public func completedAt(_ step: String) -> Instant? {
        document[Self.timeField(step)]?.instant
    }

    /// What the person answered to a permission.
    public subscript(permission: Permission) -> Answer {
        document[permission.statusField]?.string.flatMap { Answer(rawValue: $0) } ?? .notRequested
    }

    static let completed = "completed"
    static let timeSuffix = "_completed_at"

    static func timeField(_ step: String) -> String { step + timeSuffix }
}

extension OnboardingStatus {
    /// The change that says that a step was done.
    public static func change(step: String, at time: Instant) -> Document {
        Document([Document.Field(name: timeField(step), value: RawJSON(time))])
    }

    /// The change that says what a person answered.
    public static func change(
        _ permission: Permission,
        _ answer: Answer,
        at time: Instant
    ) -> Document {
        var change = change(step: permission.rawValue, at: time)
        change[permission.statusField] = RawJSON(answer.rawValue)
        return change
    }

    /// The change that says that the person is through.
    public static var completion: Document {
        Document([Document.Field(name: completed, value: RawJSON(true))])
    }
}
