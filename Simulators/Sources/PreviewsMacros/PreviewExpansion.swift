/// What `#Preview("Name") { … }` stands for: a type that makes the view, so that the compiler
/// checks it.
struct PreviewExpansion {
    let source: String
    /// Makes the name of the type unique, as the compiler demands.
    let discriminator: String

    var expanded: String {
        guard let body = closure else {
            return "#error(\"#Preview takes its view as a trailing closure.\")"
        }
        return """
            enum \(discriminator)7PreviewfMu_ {
                @SwiftUI.ViewBuilder @MainActor static func make() -> some SwiftUI.View \(body)
            }
            """
    }

    /// The trailing closure: from the first brace outside of parentheses and strings.
    private var closure: Substring? {
        var depth = 0
        var isInString = false
        var isEscaped = false
        for (index, character) in zip(source.indices, source) {
            if isEscaped {
                isEscaped = false
            } else if isInString {
                isEscaped = character == "\\"
                isInString = character != "\""
            } else {
                switch character {
                case "\"": isInString = true
                case "(": depth += 1
                case ")": depth -= 1
                case "{" where depth == 0: return source[index...]
                default: break
                }
            }
        }
        return nil
    }
}
