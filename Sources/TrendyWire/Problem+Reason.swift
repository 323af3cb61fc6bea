package import TrendyModel

extension Problem {
    /// The maximum length of a displayed server text, in characters.
    package static let maximumReasonLength = 500
    /// The maximum number of invalid fields in ``reason``.
    private static let maximumFields = 10
    /// The maximum length of a field's name and of a violation's code, in characters.
    private static let maximumName = 40

    /// The server's own sentence for the person, in English; at most ``maximumReasonLength``
    /// characters.
    ///
    /// Use it only for decisions of the server's operator, such as the sign-up policy; all other
    /// problems have translated texts.
    package var reasonForPeople: String { Self.bounded(userMessage ?? detail) }

    /// Truncates a server text to ``maximumReasonLength`` characters; `…` replaces the rest.
    package static func bounded(_ text: String) -> String {
        text.count > maximumReasonLength ? text.prefix(maximumReasonLength) + "…" : text
    }

    /// The code and the server's description, for developers; bounded.
    package var details: String { Self.bounded("\(code?.rawValue ?? type): \(description)") }

    /// The problem without texts: its code and the first invalid fields.
    package var reason: FailureReason {
        if let problem = DeviceProblem(self) { return problem.reason }
        return .problem(
            code: code?.rawValue,
            fields: (errors ?? []).prefix(Self.maximumFields).map {
                .init(
                    field: String($0.field.prefix(Self.maximumName)),
                    code: String($0.code.prefix(Self.maximumName))
                )
            }
        )
    }
}
