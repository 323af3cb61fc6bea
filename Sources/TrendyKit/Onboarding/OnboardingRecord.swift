public import TrendyModel
public import TrendyWire

/// What a device knows of somebody's onboarding.
public struct OnboardingRecord: Sendable, Hashable {
    /// The form that this program writes; it is raised when older programs would misread it.
    static let format: Int64 = 1

    /// How far it has come, with what was done here and not sent yet.
    public var status = OnboardingStatus()
    /// The changes that the server does not have yet, in the order they were made.
    public var unsent: [Document] = []
    /// Whether the server has told what it has of this account.
    public var isConfirmed = false
    /// Whether signing in was put off.
    public var hasPutOffSignIn = false
    /// What only later programs know.
    private var unknown = Document()

    /// The record of somebody who has just come.
    public init() {}

    /// Where somebody is.
    ///
    /// - `isSignedIn`: whether an account is in use; nobody is asked to sign in twice.
    public func place(isSignedIn: Bool) -> OnboardingPlace {
        guard !status.isCompleted else { return .finished }
        let step = OnboardingStep.all.first { step in
            switch step {
            case .signIn where isSignedIn || hasPutOffSignIn: false
            default: !isDone(step)
            }
        }
        return .step(step ?? .finish)
    }

    /// Whether a step was done.
    func isDone(_ step: OnboardingStep) -> Bool {
        guard let name = step.name else { return status.isCompleted }
        return status.completedAt(name) != nil
    }

    /// Takes a change in, and notes that the server does not have it yet.
    ///
    /// - `sending`: the change that is on its way, which stays as it is.
    mutating func make(_ change: Document, sending: Document? = nil) {
        status.merge(change)
        let names = Set(change.fields.map(\.name))
        // What is said anew need not be said twice; so what waits does not grow.
        unsent.removeAll { old in
            old != sending && old.fields.allSatisfy { names.contains($0.name) }
        }
        unsent.append(change)
    }

    /// Takes in what the server has.
    ///
    /// It undoes nothing that was done here: whoever is through stays through, and what was not
    /// sent yet is still to be.
    mutating func hear(_ answer: OnboardingStatus) {
        let wasCompleted = status.isCompleted
        status.merge(answer.document)
        for change in unsent { status.merge(change) }
        status.isCompleted = status.isCompleted || wasCompleted
        isConfirmed = true
    }

    /// Takes in what somebody did before they signed in.
    mutating func adopt(_ other: OnboardingRecord) {
        let wasCompleted = status.isCompleted
        status.merge(other.status.document)
        status.isCompleted = status.isCompleted || wasCompleted
        unsent += other.unsent.filter { !unsent.contains($0) }
    }
}

extension OnboardingRecord {
    /// Reads a record's text.
    ///
    /// - Throws: ``OnboardingCacheError`` when it is damaged, or a later program's.
    init(text: String) throws(OnboardingCacheError) {
        guard let json = try? RawJSON(checking: Array(text.utf8)),
            let document = try? Document(json: json)  // why it is none helps nobody
        else { throw .damaged }
        guard let format = document["format"]?.number?.int64 else { throw .damaged }
        guard format <= Self.format else { throw .newer }
        guard let status = document["status"].flatMap({ try? Document(json: $0) }),  // as above
            let unsent = document["unsent"]?.elements
        else { throw .damaged }
        self.status = OnboardingStatus(document: status)
        for element in unsent {
            guard let change = try? Document(json: element) else { throw .damaged }  // as above
            self.unsent.append(change)
        }
        isConfirmed = document["is_confirmed"]?.bool ?? false
        hasPutOffSignIn = document["has_put_off_sign_in"]?.bool ?? false
        unknown = document
        for name in Self.names { unknown[name] = nil }
    }

    private static let names = [
        "format", "status", "unsent", "is_confirmed", "has_put_off_sign_in",
    ]

    /// The record's text.
    var text: String {
        var document = unknown
        document["format"] = RawJSON(Self.format)
        document["status"] = status.document.json
        let changes = unsent.map { String(decoding: $0.json.utf8, as: UTF8.self) }
        document["unsent"] = RawJSON(unchecked: Array("[\(changes.joined(separator: ","))]".utf8))
        document["is_confirmed"] = RawJSON(isConfirmed)
        document["has_put_off_sign_in"] = RawJSON(hasPutOffSignIn)
        return document.json.description
    }
}

/// Why a record cannot be used.
enum OnboardingCacheError: Error {
    /// It is no record.
    case damaged
    /// A later program wrote it.
    case newer
}
