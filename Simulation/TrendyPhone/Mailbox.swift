import Foundation

/// Work that other threads hand to one thread, which waits for it.
final class Mailbox<Letter: Sendable>: @unchecked Sendable {
    // Unchecked: the condition guards the letters.

    private let condition = NSCondition()
    private var letters: [Letter] = []

    /// Adds a letter; safe to call on any thread.
    func post(_ letter: Letter) {
        condition.lock()
        letters.append(letter)
        condition.signal()
        condition.unlock()
    }

    /// The letters so far, in the order of their posting.
    ///
    /// - Parameter isWaiting: Whether it waits for the first letter.
    /// - Returns: The letters; empty only without a wait.
    func take(isWaiting: Bool) -> [Letter] {
        condition.lock()
        defer { condition.unlock() }
        while isWaiting, letters.isEmpty { condition.wait() }
        defer { letters = [] }
        return letters
    }
}
