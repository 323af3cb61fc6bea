public import Foundation

extension TextField where Label == Text {
    /// Creates a text field with a label from a localized title.
    nonisolated public init(
        _ titleKey: LocalizedStringKey,
        text: Binding<String>
    ) {
        self.init(text: text) { Text(titleKey) }
    }

    /// Creates a text field with a label from a localized title and a prompt.
    nonisolated public init(
        _ titleKey: LocalizedStringKey,
        text: Binding<String>,
        prompt: Text?
    ) {
        self.init(text: text, prompt: prompt) { Text(titleKey) }
    }

    /// Creates a text field with a label from a localized title, with a preferred axis.
    nonisolated public init(
        _ titleKey: LocalizedStringKey,
        text: Binding<String>,
        axis: Axis
    ) {
        self.init(text: text, axis: axis) { Text(titleKey) }
    }

    /// Creates a text field with a label from a localized title and a prompt, with a preferred axis.
    nonisolated public init(
        _ titleKey: LocalizedStringKey,
        text: Binding<String>,
        prompt: Text?,
        axis: Axis
    ) {
        self.init(text: text, prompt: prompt, axis: axis) { Text(titleKey) }
    }

    /// Creates a text field that applies a format style to a bound value, with a localized title.
    nonisolated public init<F: ParseableFormatStyle>(
        _ titleKey: LocalizedStringKey,
        value: Binding<F.FormatInput>,
        format: F,
        prompt: Text? = nil
    ) where F.FormatOutput == String {
        self.init(value: value, format: format, prompt: prompt) { Text(titleKey) }
    }

    /// Creates a text field that applies a format style to a bound optional value, with a localized title.
    nonisolated public init<F: ParseableFormatStyle>(
        _ titleKey: LocalizedStringKey,
        value: Binding<F.FormatInput?>,
        format: F,
        prompt: Text? = nil
    ) where F.FormatOutput == String {
        self.init(value: value, format: format, prompt: prompt) { Text(titleKey) }
    }

    /// Creates a text field with a label from a title.
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol>(
        _ title: S,
        text: Binding<String>
    ) {
        self.init(text: text) { Text(title) }
    }

    /// Creates a text field with a label from a title and a prompt.
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol>(
        _ title: S,
        text: Binding<String>,
        prompt: Text?
    ) {
        self.init(text: text, prompt: prompt) { Text(title) }
    }

    /// Creates a text field with a label from a title, with a preferred axis.
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol>(
        _ title: S,
        text: Binding<String>,
        axis: Axis
    ) {
        self.init(text: text, axis: axis) { Text(title) }
    }

    /// Creates a text field with a label from a title and a prompt, with a preferred axis.
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol>(
        _ title: S,
        text: Binding<String>,
        prompt: Text?,
        axis: Axis
    ) {
        self.init(text: text, prompt: prompt, axis: axis) { Text(title) }
    }

    /// Creates a text field that applies a format style to a bound value, with a title.
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol, F: ParseableFormatStyle>(
        _ title: S,
        value: Binding<F.FormatInput>,
        format: F,
        prompt: Text? = nil
    ) where F.FormatOutput == String {
        self.init(value: value, format: format, prompt: prompt) { Text(title) }
    }

    /// Creates a text field that applies a format style to a bound optional value, with a title.
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol, F: ParseableFormatStyle>(
        _ title: S,
        value: Binding<F.FormatInput?>,
        format: F,
        prompt: Text? = nil
    ) where F.FormatOutput == String {
        self.init(value: value, format: format, prompt: prompt) { Text(title) }
    }
}
