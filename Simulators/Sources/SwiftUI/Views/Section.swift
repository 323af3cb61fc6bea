/// A container view that you can use to add hierarchy within certain views.
public struct Section<Parent, Content, Footer> {
    let header: Parent
    let content: Content
    let footer: Footer
    var isExpanded: Binding<Bool>?
}

extension Section where Parent: View, Content: View, Footer: View {
    /// Creates a section with a header, footer, and the provided section content.
    nonisolated public init(
        @ViewBuilder content: () -> Content,
        @ViewBuilder header: () -> Parent,
        @ViewBuilder footer: () -> Footer
    ) {
        self.init(header: header(), content: content(), footer: footer())
    }
}

extension Section where Parent == EmptyView, Content: View, Footer: View {
    /// Creates a section with a footer and the provided section content.
    nonisolated public init(
        @ViewBuilder content: () -> Content,
        @ViewBuilder footer: () -> Footer
    ) {
        self.init(header: EmptyView(), content: content(), footer: footer())
    }
}

extension Section where Parent: View, Content: View, Footer == EmptyView {
    /// Creates a section with a header and the provided section content.
    nonisolated public init(
        @ViewBuilder content: () -> Content,
        @ViewBuilder header: () -> Parent
    ) {
        self.init(header: header(), content: content(), footer: EmptyView())
    }

    /// Creates a section with the provided section content, which may be collapsed.
    nonisolated public init(
        isExpanded: Binding<Bool>,
        @ViewBuilder content: () -> Content,
        @ViewBuilder header: () -> Parent
    ) {
        self.init(
            header: header(),
            content: content(),
            footer: EmptyView(),
            isExpanded: isExpanded
        )
    }
}

extension Section where Parent == EmptyView, Content: View, Footer == EmptyView {
    /// Creates a section with the provided section content.
    nonisolated public init(@ViewBuilder content: () -> Content) {
        self.init(header: EmptyView(), content: content(), footer: EmptyView())
    }
}

extension Section where Parent == Text, Content: View, Footer == EmptyView {
    /// Creates a section with the provided section content and a title.
    nonisolated public init(
        _ titleKey: LocalizedStringKey,
        @ViewBuilder content: () -> Content
    ) {
        self.init(header: Text(titleKey), content: content(), footer: EmptyView())
    }

    /// Creates a section with the provided section content and a title.
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol>(
        _ title: S,
        @ViewBuilder content: () -> Content
    ) {
        self.init(header: Text(title), content: content(), footer: EmptyView())
    }

    /// Creates a section with a title whose content may be collapsed.
    nonisolated public init(
        _ titleKey: LocalizedStringKey,
        isExpanded: Binding<Bool>,
        @ViewBuilder content: () -> Content
    ) {
        self.init(
            header: Text(titleKey),
            content: content(),
            footer: EmptyView(),
            isExpanded: isExpanded
        )
    }

    /// Creates a section with a title whose content may be collapsed.
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol>(
        _ title: S,
        isExpanded: Binding<Bool>,
        @ViewBuilder content: () -> Content
    ) {
        self.init(
            header: Text(title),
            content: content(),
            footer: EmptyView(),
            isExpanded: isExpanded
        )
    }
}

extension Section: View, PrimitiveView where Parent: View, Content: View, Footer: View {
    /// The view has no body.
    public typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        var element = Element(.section, layout: .vertical(.leading, spacing: nil))
        if let isExpanded {
            element.value = isExpanded.wrappedValue ? "expanded" : "collapsed"
            element.handlers[.change] = { [isExpanded] value in
                if case .flag(let flag) = value { isExpanded.wrappedValue = flag }
            }
        }
        node.element = element
        if Parent.self != EmptyView.self {
            node.child(.slot("header"), SectionPart(role: .sectionHeader, content: header))
        }
        if isExpanded?.wrappedValue ?? true { node.child(.slot("content"), content) }
        if Footer.self != EmptyView.self {
            node.child(.slot("footer"), SectionPart(role: .sectionFooter, content: footer))
        }
    }
}

/// The header or the footer of a section.
struct SectionPart<Content: View> {
    let role: Role
    let content: Content
}

extension SectionPart: View, PrimitiveView {
    typealias Body = Never

    func makeNode(_ node: ViewNode) {
        var element = Element(role, layout: .vertical(.leading, spacing: nil))
        if role == .sectionHeader { element.traits = [.header] }
        node.element = element
        node.child(.slot("content"), content)
    }
}
