import TrendyAppSupport
import TrendyModel

/// A change that the server did not accept, as the screen shows it.
struct FailedChange: Equatable, Identifiable {
    var id: EntityID
    /// What was changed.
    var title: String
    /// Why the server did not accept it.
    var reason: String
    /// How often and when it was tried.
    var attempts: [String]
    /// The name of the action that sends it again.
    var retry = "Try again"
    /// The name of the action that edits it.
    var edit = "Edit"
    /// Why it cannot be edited here; `nil` when it can.
    var notEditable: String?
    /// The name of the action that discards it.
    var discard = "Discard"
    /// The name of the action that exports it.
    var export = "Export"
}

extension FailedChange {
    /// A failed change of a view model.
    init(_ item: FailedWorkViewModel.Item) {
        id = item.id
        title = item.title
        reason = item.reason
        attempts = [item.attempts, item.firstAttempt, item.lastAttempt].compactMap(\.self)
        retry = item.retry.title
        edit = item.edit.title
        notEditable = item.edit.isAvailable ? nil : item.edit.why
        discard = item.discard.title
        export = item.export.title
    }
}

extension FailedChange {
    /// A change for previews.
    static let example = FailedChange(
        id: EntityID(high: 0, low: 1),
        title: "Coffee, 08:30 was recorded",
        reason: "The note is too long.",
        attempts: ["Tried once, recorded 2 h ago"]
    )

    /// A deletion for previews.
    static let deletion = FailedChange(
        id: EntityID(high: 0, low: 2),
        title: "Tea, 09:30 was deleted",
        reason: "It was changed on another device.",
        attempts: ["Tried 2 times, recorded 2 h ago"],
        notEditable: "A deletion cannot be edited: try again or discard it."
    )
}
