/// Why a person cannot do something on a screen.
public enum ViewHostError: Error, Equatable, CustomStringConvertible {
    /// No element of that name takes the action.
    case notFound(label: String, action: String, screen: String)
    /// The element is disabled.
    case disabled(label: String)

    /// The reason, with the screen if the element is missing.
    public var description: String {
        switch self {
        case .notFound(let label, let action, let screen):
            "No element \"\(label)\" takes \"\(action)\" on this screen:\n\(screen)"
        case .disabled(let label):
            "The element \"\(label)\" is disabled."
        }
    }
}
