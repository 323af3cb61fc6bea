/// Waits until a condition holds, with a pause before each new look.
///
/// The pauses count, not the clock: on a busy machine they take longer, and so may the condition.
///
/// - Parameters:
///   - isolation: the actor that looks.
///   - condition: looks without waiting.
/// - Throws: ``NeverHappened`` after about two minutes, or the error of the condition.
package func eventually(
    isolation: isolated (any Actor)? = #isolation,
    _ condition: () async throws -> Bool
) async throws {
    for _ in 0..<12_000 {
        if try await condition() { return }
        try await Task.sleep(for: .milliseconds(10))
    }
    throw NeverHappened()
}

/// A condition that did not come to hold.
package struct NeverHappened: Error {}
