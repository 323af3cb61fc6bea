extension Problem {
    /// The longest text of a server that is shown, in characters.
    public static let longestReason = 500

    /// The server's own sentence for the person, in English; at most ``longestReason`` characters.
    ///
    /// For what only the server's operator decides, such as who may have an account; everything
    /// else has words of its own, which are translated.
    public var reasonForPeople: String { Self.bounded(userMessage ?? detail) }

    /// A server's text cut to ``longestReason`` characters, with `…` in the place of the rest.
    public static func bounded(_ text: String) -> String {
        text.count > longestReason ? text.prefix(longestReason) + "…" : text
    }
}
