import Foundation
import TrendyLocalization
package import TrendyModel
package import TrendyStore
import TrendySync
package import TrendyWire

extension StoredMutation {
    /// The server's problem with the mutation; `nil` when there is none or it cannot be decoded.
    package var refusal: Problem? {
        problem.flatMap {
            // A problem that cannot be decoded is shown as text.
            try? UntrustedJSON.decode(Problem.self, from: $0.utf8)
        }
    }

    /// A localized reason why the mutation was not accepted.
    package var reasonText: String {
        guard let refusal else {
            return PlainDetail.text(problem?.string).map { Problem.bounded($0) }
                ?? Strings.FailedChanges.noReason()
        }
        // For a single mutation these codes have a more specific text than for a request.
        switch refusal.code {
        case .conflict where refusal.errors == nil: return Strings.Server.contradicts()
        case .notFound: return Strings.Server.refersToGone()
        default: return refusal.text
        }
    }

    /// The server's details with the problem's code, in English; `nil` when it sent none.
    package var reasonDetails: String? { refusal?.details }

    /// The mutation as JSON, for an export before it is discarded.
    package var exported: RawJSON {
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
