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

    /// The letters so far; waits for the first one, but no longer than a time.
    ///
    /// - Parameter limit: The longest wait; zero does not wait, `nil` waits without limit.
    /// - Returns: The letters in the order of their posting; empty after the longest wait.
    func take(waiting limit: TimeInterval?) -> [Letter] {
        condition.lock()
        defer { condition.unlock() }
        if letters.isEmpty {
            if let limit {
                if limit > 0 { _ = condition.wait(until: Date(timeIntervalSinceNow: limit)) }
            } else {
                while letters.isEmpty { condition.wait() }
            }
        }
        defer { letters = [] }
        return letters
    }
}
