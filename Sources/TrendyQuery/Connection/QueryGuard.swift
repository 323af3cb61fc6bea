/// Decides what a statement may do, and when it has to stop.
///
/// SQLite calls it from the statement's own thread through the pointers that ``SQLConnection``
/// registers.
final class QueryGuard {
    /// Whether the program's own statements run, which may do everything.
    var isTrusted = true
    /// What the last statement wanted to do but may not.
    private(set) var refusal: String?
    /// Why the last statement was stopped.
    private(set) var stop: QueryError.Code?
    private var isExpired: () -> Bool = { false }
    private var isCancelled: () -> Bool = { false }

    /// Prepares for the next statement.
    ///
    /// - Parameters:
    ///   - isExpired: whether the time limit has passed; called every few milliseconds.
    ///   - isCancelled: whether the caller wants no more rows; called as often.
    func begin(isExpired: @escaping () -> Bool, isCancelled: @escaping () -> Bool) {
        refusal = nil
        stop = nil
        self.isExpired = isExpired
        self.isCancelled = isCancelled
    }

    /// Ends a statement, so that nothing of its caller is retained.
    func end() {
        isExpired = { false }
        isCancelled = { false }
    }

    /// Whether the running statement has to stop.
    func mustStop() -> Bool {
        if isCancelled() {
            stop = .cancelled
        } else if isExpired() {
            stop = .timedOut
        }
        return stop != nil
    }

    /// Whether a statement may do something; notes the refusal otherwise.
    func allows(_ action: QueryAction) -> Bool {
        guard !isTrusted, let refusal = action.refusal else { return true }
        self.refusal = refusal
        return false
    }
}
