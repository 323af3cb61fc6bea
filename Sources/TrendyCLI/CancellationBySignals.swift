import UnixSignals

/// Runs work that SIGINT and SIGTERM cancel, so that it can remove what it has not finished.
///
/// - Parameter work: the work; it has ended when this function returns.
/// - Returns: its value.
/// - Throws: its error; `CancellationError` after a signal.
func cancelledBySignals<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    // The signals are trapped before the work begins.
    let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
    return try await withThrowingTaskGroup(of: Value?.self) { group in
        group.addTask { try await work() }
        group.addTask {
            for await _ in signals { break }
            return nil
        }
        var result: Value?
        while let next = try await group.next() {
            // Either the work has ended, or a signal asks it to end.
            group.cancelAll()
            result = result ?? next
        }
        guard let result else { throw CancellationError() }
        return result
    }
}
