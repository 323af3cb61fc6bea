import Foundation
import TrendyLocalization
public import TrendyModel
public import TrendyStore
import TrendySync
public import TrendyWire

extension StoredMutation {
    /// The server's problem with it; `nil` when it has none, or none that can be read.
    public var refusal: Problem? {
        problem.flatMap {
            // What cannot be read is told by its text.
            try? UntrustedJSON.decode(Problem.self, from: $0.utf8)
        }
    }

    /// Why it was not accepted, for a person.
    public var reasonText: String {
        guard let refusal else {
            return problem?.string.map { Problem.bounded($0) } ?? Strings.FailedChanges.noReason()
        }
        // Of a change it means more than of a request.
        switch refusal.code {
        case .conflict where refusal.errors == nil: return Strings.Server.contradicts()
        case .notFound: return Strings.Server.refersToGone()
        default: return refusal.text
        }
    }

    /// What the server says of it, with the problem's code, in English; `nil` when it says nothing
    /// more.
    public var reasonDetails: String? { refusal?.details }

    /// The change as it is written out, so that nothing is lost when it is given up.
    public var exported: RawJSON {
        var document = Document()
        document["id"] = RawJSON(id)
        document["entity_type"] = RawJSON(kind.name)
        document["entity_id"] = RawJSON(entityID)
        document["operation"] = RawJSON(operation)
        document["edited_at"] = RawJSON(editedAt.rfc3339)
        document["fields"] = fields
        document["problem"] = problem
        return document.json
    }
}
