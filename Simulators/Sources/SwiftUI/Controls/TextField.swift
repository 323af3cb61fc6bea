public import Foundation

/// A control that displays an editable text interface.
public struct TextField<Label: View> {
    enum Source {
        case text(Binding<String>)
        case formatted(FormattedText)
    }

    let source: Source
    let prompt: Text?
    let axis: Axis
    let label: Label
}

/// A value as text that is parsed when the person ends editing.
struct FormattedText {
    let format: (Locale) -> String
    /// Sets the value; does nothing if the text cannot be parsed.
    let parse: (String, Locale) -> Void
}

/// What the person has entered but not ended.
private final class Draft {
    let text = StateCell<String?>(nil)
}

extension TextField: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        let isMultiline = axis == .vertical
        switch source {
        case .text(let text):
            node.declareField(
                .textField,
                text,
                prompt: prompt,
                label: label,
                isMultiline: isMultiline
            )
        case .formatted(let value):
            let draft = node.memory { Draft() }.text
            let locale = node.environment.locale
            let text = Binding<String>(
                read: { draft.value ?? value.format(locale) },
                write: { text, _ in draft.value = text }
            )
            node.declareField(
                .textField,
                text,
                prompt: prompt,
                label: label,
                isMultiline: isMultiline
            ) {
                if let text = draft.value { value.parse(text, locale) }
                draft.value = nil
            }
        }
    }
}

extension TextField {
    /// Creates a text field with a prompt generated from a text.
    nonisolated public init(
        text: Binding<String>,
        prompt: Text? = nil,
        @ViewBuilder label: () -> Label
    ) {
        self.init(source: .text(text), prompt: prompt, axis: .horizontal, label: label())
    }

    /// Creates a text field with a preferred axis and a prompt generated from a text.
    nonisolated public init(
        text: Binding<String>,
        prompt: Text? = nil,
        axis: Axis,
        @ViewBuilder label: () -> Label
    ) {
        self.init(source: .text(text), prompt: prompt, axis: axis, label: label())
    }

    /// Creates a text field that applies a format style to a bound value.
    nonisolated public init<F: ParseableFormatStyle>(
        value: Binding<F.FormatInput>,
        format: F,
        prompt: Text? = nil,
        @ViewBuilder label: () -> Label
    ) where F.FormatOutput == String {
        self.init(
            source: .formatted(
                FormattedText(
                    format: { format.locale($0).format(value.wrappedValue) },
                    parse: { text, locale in
                        // A text that is no value leaves the former one, as on a phone.
                        if let new = try? format.locale(locale).parseStrategy.parse(text) {
                            value.wrappedValue = new
                        }
                    }
                )
            ),
            prompt: prompt,
            axis: .horizontal,
            label: label()
        )
    }

    /// Creates a text field that applies a format style to a bound optional value.
    nonisolated public init<F: ParseableFormatStyle>(
        value: Binding<F.FormatInput?>,
        format: F,
        prompt: Text? = nil,
        @ViewBuilder label: () -> Label
    ) where F.FormatOutput == String {
        self.init(
            source: .formatted(
                FormattedText(
                    format: { locale in
                        value.wrappedValue.map { format.locale(locale).format($0) } ?? ""
                    },
                    parse: { text, locale in
                        // A text that is no value clears it, as on a phone.
                        value.wrappedValue =
                            try? format.locale(locale).parseStrategy.parse(text)
                    }
                )
            ),
            prompt: prompt,
            axis: .horizontal,
            label: label()
        )
    }
}
