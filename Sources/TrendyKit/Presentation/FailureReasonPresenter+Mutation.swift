import TrendyLocalization
import TrendyModel
import TrendyStore
import TrendyWire

extension FailureReasonPresenter {
    /// Why mutations are not accepted, by the code in a device's report.
    package static func text(forMutationCode code: String) -> String {
        // For a mutation these codes have a more specific text than for a request.
        switch code {
        case ProblemCode.conflict.rawValue: Strings.Server.contradicts()
        case ProblemCode.notFound.rawValue: Strings.Server.refersToGone()
        case QueueReasons.stale: Strings.WebDevices.stale()
        case QueueReasons.unknown: Strings.FailedChanges.noReason()
        default: text(for: .problem(code: code, fields: []))
        }
    }
}
