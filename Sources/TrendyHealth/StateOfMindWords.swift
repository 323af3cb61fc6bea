/// Apple's words for states of mind, by the raw values of `HKStateOfMind`
/// (https://developer.apple.com/documentation/healthkit/hkstateofmind).
package enum StateOfMindWords {
    private static let labels = [
        "amazed", "amused", "angry", "anxious", "ashamed", "brave", "calm", "content",
        "disappointed", "discouraged", "disgusted", "embarrassed", "excited", "frustrated",
        "grateful", "guilty", "happy", "hopeless", "irritated", "jealous", "joyful", "lonely",
        "passionate", "peaceful", "proud", "relieved", "sad", "scared", "stressed", "surprised",
        "worried", "annoyed", "confident", "drained", "hopeful", "indifferent", "overwhelmed",
        "satisfied",
    ]
    private static let associations = [
        "community", "current_events", "dating", "education", "family", "fitness", "friends",
        "health", "hobbies", "identity", "money", "partner", "self_care", "spirituality", "tasks",
        "travel", "work", "weather",
    ]

    /// The words of labels, in the order of their raw values; unknown ones keep their number.
    package static func labels(_ rawValues: some Sequence<Int>) -> String {
        words(rawValues, labels)
    }

    /// The words of associations, in the order of their raw values; unknown ones keep their number.
    package static func associations(_ rawValues: some Sequence<Int>) -> String {
        words(rawValues, associations)
    }

    private static func words(_ rawValues: some Sequence<Int>, _ table: [String]) -> String {
        rawValues.sorted().map { number in
            table.indices.contains(number - 1) ? table[number - 1] : String(number)
        }.joined(separator: ", ")
    }
}
