/// A view that can display and edit long-form text.
public struct TextEditor {
    private let text: Binding<String>

    /// Creates a plain text editor.
    nonisolated public init(text: Binding<String>) {
        self.text = text
    }
}

extension TextEditor: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        node.declareField(
            .textEditor,
            text,
            prompt: nil,
            label: EmptyView(),
            isMultiline: true
        )
        // The return key makes a new line.
        node.element?.handlers[.submit] = nil
    }
}
