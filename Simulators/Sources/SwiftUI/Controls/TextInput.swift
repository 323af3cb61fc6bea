/// What the keyboard of a text field is like.
package struct TextInput {
    package var keyboard = UIKeyboardType.default
    package var contentType: UITextContentType?
    package var capitalization: TextInputAutocapitalization?
    package var isAutocorrectionDisabled = false
    package var submitLabel: SubmitLabel?
}

/// What a text field shows.
package struct TextFieldLook {
    package let prompt: String
    /// Whether it grows with its lines.
    package let isMultiline: Bool
    package let style: String
    package let input: TextInput
}

/// The kind of autocapitalization behavior applied during text input.
public struct TextInputAutocapitalization: Sendable {
    package let name: String

    /// Defines an autocapitalizing behavior that will not capitalize anything.
    public static var never: TextInputAutocapitalization { .init(name: "none") }
    /// Defines an autocapitalizing behavior that will capitalize the first letter of every word.
    public static var words: TextInputAutocapitalization { .init(name: "words") }
    /// Defines an autocapitalizing behavior that will capitalize the first letter in every
    /// sentence.
    public static var sentences: TextInputAutocapitalization { .init(name: "sentences") }
    /// Defines an autocapitalizing behavior that will capitalize every letter.
    public static var characters: TextInputAutocapitalization { .init(name: "characters") }
}

/// A semantic label describing the label of submission within a view hierarchy.
public struct SubmitLabel: Sendable {
    package let name: String

    /// Defines a submit label with text of "Done".
    public static var done: SubmitLabel { SubmitLabel(name: "done") }
    /// Defines a submit label with text of "Go".
    public static var go: SubmitLabel { SubmitLabel(name: "go") }
    /// Defines a submit label with text of "Send".
    public static var send: SubmitLabel { SubmitLabel(name: "send") }
    /// Defines a submit label with text of "Join".
    public static var join: SubmitLabel { SubmitLabel(name: "join") }
    /// Defines a submit label with text of "Route".
    public static var route: SubmitLabel { SubmitLabel(name: "route") }
    /// Defines a submit label with text of "Search".
    public static var search: SubmitLabel { SubmitLabel(name: "search") }
    /// Defines a submit label with text of "Return".
    public static var `return`: SubmitLabel { SubmitLabel(name: "return") }
    /// Defines a submit label with text of "Next".
    public static var next: SubmitLabel { SubmitLabel(name: "next") }
    /// Defines a submit label with text of "Continue".
    public static var `continue`: SubmitLabel { SubmitLabel(name: "continue") }
}

/// The ways that scrollable content can interact with the software keyboard.
public struct ScrollDismissesKeyboardMode: Sendable {
    private let name: String

    /// Determine the mode automatically based on the surrounding context.
    public static var automatic: ScrollDismissesKeyboardMode { .init(name: "automatic") }
    /// Dismiss the keyboard as soon as scrolling starts.
    public static var immediately: ScrollDismissesKeyboardMode { .init(name: "immediately") }
    /// Enable people to interactively dismiss the keyboard as part of the scroll operation.
    public static var interactively: ScrollDismissesKeyboardMode { .init(name: "interactively") }
    /// Never dismiss the keyboard automatically as a result of scrolling.
    public static var never: ScrollDismissesKeyboardMode { .init(name: "never") }
}

private enum TextInputKey: EnvironmentKey {
    static let defaultValue = TextInput()
}

extension EnvironmentValues {
    var textInput: TextInput {
        get { self[TextInputKey.self] }
        set { self[TextInputKey.self] = newValue }
    }

    /// A Boolean value that determines whether the view hierarchy has auto-correction disabled.
    public var autocorrectionDisabled: Bool {
        get { textInput.isAutocorrectionDisabled }
        set { textInput.isAutocorrectionDisabled = newValue }
    }
}

extension View {
    /// Sets the keyboard type for this view.
    nonisolated public func keyboardType(_ type: UIKeyboardType) -> some View {
        environment(\.textInput.keyboard, type)
    }

    /// Sets the text content type for this view, which the system uses to offer suggestions.
    nonisolated public func textContentType(_ textContentType: UITextContentType?) -> some View {
        environment(\.textInput.contentType, textContentType)
    }

    /// Sets how often the shift key in the keyboard is automatically enabled.
    nonisolated public func textInputAutocapitalization(
        _ autocapitalization: TextInputAutocapitalization?
    ) -> some View {
        environment(\.textInput.capitalization, autocapitalization)
    }

    /// Sets whether to disable autocorrection for this view.
    nonisolated public func autocorrectionDisabled(_ disable: Bool = true) -> some View {
        environment(\.textInput.isAutocorrectionDisabled, disable)
    }

    /// Sets the submit label for this view.
    nonisolated public func submitLabel(_ submitLabel: SubmitLabel) -> some View {
        environment(\.textInput.submitLabel, submitLabel)
    }

    /// Configures the behavior in which scrollable content interacts with the software keyboard.
    nonisolated public func scrollDismissesKeyboard(
        _ mode: ScrollDismissesKeyboardMode
    ) -> some View {
        self
    }
}
