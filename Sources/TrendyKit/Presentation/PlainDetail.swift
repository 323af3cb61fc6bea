/// Text of a system or a server that a person may read.
enum PlainDetail {
    /// The text without surrounding whitespace; `nil` when it is empty or technical.
    ///
    /// A text is technical when it contains an address, the name of an error, or a code: a number
    /// beside a word such as "error" or "status".
    static func text(_ detail: String?) -> String? {
        guard let detail else { return nil }
        let text = String(detail.drop(while: \.isWhitespace))
        guard !text.isEmpty else { return nil }
        let address = /[a-z]+:\/\//
        let name = /[a-z](Error|Domain|Exception|Code)\b|\b[A-Z]+_[A-Z]+/
        let code = /(?i)\b(error|code|status|http|errno|domain|sqlite)\b[^.]{0,20}\d/
        let isTechnical =
            text.firstMatch(of: address) != nil || text.firstMatch(of: name) != nil
            || text.firstMatch(of: code) != nil
        return isTechnical ? nil : text
    }
}
