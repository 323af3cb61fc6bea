import TrendyKit
package import TrendyModel
package import TrendyWire

/// The onboarding state of one owner as this device stores it.
package struct OnboardingRecord: Sendable, Hashable {
    /// The version of the stored format; raised when older programs would misread the new one.
    static let format: Int64 = 1

    /// The onboarding status, with local changes applied.
    package var status = OnboardingStatus()
    /// Changes that have not been sent, in order.
    package var unsent: [Document] = []
    /// Whether the server's status of this account has been received.
    package var isConfirmed = false
    /// Whether the person skipped signing in.
    package var hasPostponedSignIn = false
    /// Unknown fields of later versions, preserved.
    private var unknown = Document()

    /// Creates the record of a new person.
    package init() {}

    /// The current position in the onboarding.
    ///
    /// - `isSignedIn`: whether an account is signed in, which completes the sign-in step.
    package func place(isSignedIn: Bool) -> OnboardingPlace {
        guard !status.isCompleted else { return .finished }
        let step = OnboardingStep.all.first { step in
            switch step {
            case .signIn where isSignedIn || hasPostponedSignIn: false
            default: !isDone(step)
            }
        }
        return .step(step ?? .finish)
    }

    /// Whether a step is completed.
    func isDone(_ step: OnboardingStep) -> Bool {
        guard let name = step.name else { return status.isCompleted }
        return status.completedAt(name) != nil
    }

    /// Applies a local change and queues it for the server.
    ///
    /// - `sending`: the change that is being sent; it stays in the queue.
    mutating func apply(_ change: Document, sending: Document? = nil) {
        status.merge(change)
        let names = Set(change.fields.map(\.name))
        // Drop queued changes whose fields the new change overwrites, so that the queue stays
        // bounded.
        unsent.removeAll { old in
            old != sending && old.fields.allSatisfy { names.contains($0.name) }
        }
        unsent.append(change)
    }

    /// Merges the server's status.
    ///
    /// Local progress is preserved: a completed onboarding stays completed, and unsent changes are
    /// applied again and stay queued.
    mutating func mergeStatus(_ answer: OnboardingStatus) {
        let wasCompleted = status.isCompleted
        status.merge(answer.document)
        for change in unsent { status.merge(change) }
        status.isCompleted = status.isCompleted || wasCompleted
        isConfirmed = true
    }

    /// Merges the record of the time before the sign-in.
    mutating func mergeAnonymous(_ other: OnboardingRecord) {
        let wasCompleted = status.isCompleted
        status.merge(other.status.document)
        status.isCompleted = status.isCompleted || wasCompleted
        unsent += other.unsent.filter { !unsent.contains($0) }
    }
}

extension OnboardingRecord {
    /// Parses a stored record.
    ///
    /// - Throws: ``OnboardingCacheError`` when it is damaged, or when a later version wrote it.
    init(text: String) throws(OnboardingCacheError) {
        guard let json = try? RawJSON(checking: Array(text.utf8)),
            let document = try? Document(json: json)  // the parser's error has no use here
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
        hasPostponedSignIn = document["has_put_off_sign_in"]?.bool ?? false
        unknown = document
        for name in Self.names { unknown[name] = nil }
    }

    private static let names = [
        "format", "status", "unsent", "is_confirmed", "has_put_off_sign_in",
    ]

    /// The record's serialized form.
    var text: String {
        var document = unknown
        document["format"] = RawJSON(Self.format)
        document["status"] = status.document.json
        let changes = unsent.map { String(decoding: $0.json.utf8, as: UTF8.self) }
        document["unsent"] = RawJSON(unchecked: Array("[\(changes.joined(separator: ","))]".utf8))
        document["is_confirmed"] = RawJSON(isConfirmed)
        document["has_put_off_sign_in"] = RawJSON(hasPostponedSignIn)
        return document.json.description
    }
}

/// A reason why a stored record cannot be used.
enum OnboardingCacheError: Error {
    /// The text is not a record.
    case damaged
    /// A later version wrote it.
    case newer
}
