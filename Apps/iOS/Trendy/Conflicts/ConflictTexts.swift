import TrendyAppSupport

/// The titles of the columns and actions of conflicts.
struct ConflictTexts: Equatable {
    /// The title of this device's values.
    var mine: String
    /// The title of the other device's values.
    var theirs: String
    /// The action that takes back the replaced value.
    var restore: String
    /// What that action does.
    var restoreWhy: String
    /// The action that keeps the current value.
    var accept: String
    /// What that action does.
    var acceptWhy: String
}

extension ConflictTexts {
    /// The texts of a view model.
    @MainActor
    init(_ model: ConflictsViewModel) {
        mine = model.mineTitle
        theirs = model.theirsTitle
        restore = model.undoText.title
        restoreWhy = model.undoText.why
        accept = model.acceptText.title
        acceptWhy = model.acceptText.why
    }

    /// Texts for previews.
    static let example = ConflictTexts(
        mine: "This device",
        theirs: "Other device",
        restore: "Restore",
        restoreWhy: "Restores the replaced value on all your devices.",
        accept: "Accept",
        acceptWhy: "Keeps the current value and closes the conflict."
    )
}
