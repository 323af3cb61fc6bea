/// A container for grouping controls used for data entry, such as in settings or inspectors.
public struct Form<Content: View> {
    private let content: Content

    /// Creates a form with the provided content.
    nonisolated public init(@ViewBuilder content: () -> Content) {
        self.content = content()
    }
}

extension Form: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        node.declareRows(content, style: "form")
    }
}

/// The appearance and behavior of a form.
@MainActor
@preconcurrency
public protocol FormStyle {}

/// The default form style.
public struct AutomaticFormStyle: FormStyle {
    /// Creates a default form style.
    nonisolated public init() {}
}

/// A form style with grouped rows.
public struct GroupedFormStyle: FormStyle {
    /// Creates a form style with scrolling, grouped rows.
    nonisolated public init() {}
}

extension FormStyle where Self == AutomaticFormStyle {
    /// The default form style.
    public static var automatic: AutomaticFormStyle { AutomaticFormStyle() }
}

extension FormStyle where Self == GroupedFormStyle {
    /// A form style with grouped rows.
    public static var grouped: GroupedFormStyle { GroupedFormStyle() }
}

extension View {
    /// Sets the style for forms in a view hierarchy.
    ///
    /// A phone shows both styles with grouped rows.
    nonisolated public func formStyle<S: FormStyle>(_ style: S) -> some View {
        self
    }
}
