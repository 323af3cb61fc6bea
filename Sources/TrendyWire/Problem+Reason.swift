extension Problem {
    /// The maximum length of a displayed server text, in characters.
    public static let longestReason = 500

    /// The server's own sentence for the person, in English; at most ``longestReason`` characters.
    ///
    /// Use it only for decisions of the server's operator, such as the sign-up policy; all other
    /// problems have translated texts.
    public var reasonForPeople: String { Self.bounded(userMessage ?? detail) }

    /// Truncates a server text to ``longestReason`` characters; `…` replaces the rest.
    public static func bounded(_ text: String) -> String {
        text.count > longestReason ? text.prefix(longestReason) + "…" : text
    }
}
