import TrendyAppSupport

/// A field that two devices changed, as the screen shows it.
struct ConflictField: Equatable, Identifiable {
    var id: Int64
    /// The name of the field.
    var name: String
    /// This device's value.
    var mine: String
    /// The other device's value.
    var theirs: String
    /// Whether this device's value is the current one.
    var isMineCurrent: Bool
}

extension ConflictField {
    /// A field of a view model.
    init(_ field: ConflictsViewModel.Field) {
        id = field.id
        name = field.name
        mine = field.mine
        theirs = field.theirs
        isMineCurrent = field.isMineCurrent
    }
}
