/// A problem of capture with its remedy.
struct HealthFinding: Equatable, Identifiable {
    var id: Int
    /// The problem.
    var text: String
    /// What helps.
    var remedy: String
    /// Whether data certainly does not arrive.
    var isFailure = true
}
