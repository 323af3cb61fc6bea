/// The content for a tab and the tab's associated tab item in a tab view.
public struct Tab<Value, Content, Label> {
    let value: AnyHashable?
    let role: TabRole?
    let content: Content
    let label: Label
}

/// A value that defines the purpose of the tab.
public struct TabRole: Hashable, Sendable {
    private let name: String

    /// The search role.
    public static let search = TabRole(name: "search")
}

/// The label of a tab with a title and an image.
public struct DefaultTabLabel {
    let label: SwiftUI.Label<Text, Image>
}

extension DefaultTabLabel: View {
    /// The title and the image.
    public var body: some View { label }
}

extension Tab: TabContent, PrimitiveTabContent where Value: Hashable, Content: View, Label: View {
    /// The type of the selection value for the tab.
    public typealias TabValue = Value
    /// The tab itself.
    public typealias Body = Tab<Value, Content, Label>

    /// The tab itself.
    public var body: Tab<Value, Content, Label> { self }

    func declareTabs(on node: ViewNode) {
        node.child(.slot("tab"), TabNode(value: value, content: content, label: label))
    }
}

extension Tab where Value: Hashable, Content: View, Label: View {
    /// Creates a tab that the tab view presents when its selection matches a value.
    nonisolated public init(
        value: Value,
        role: TabRole? = nil,
        @ViewBuilder content: () -> Content,
        @ViewBuilder label: () -> Label
    ) {
        self.init(value: AnyHashable(value), role: role, content: content(), label: label())
    }
}

extension Tab where Value: Hashable, Content: View, Label == DefaultTabLabel {
    /// Creates a tab with a label generated from a localized string and a system symbol.
    nonisolated public init(
        _ titleKey: LocalizedStringKey,
        systemImage: String,
        value: Value,
        role: TabRole? = nil,
        @ViewBuilder content: () -> Content
    ) {
        self.init(
            value: AnyHashable(value),
            role: role,
            content: content(),
            label: DefaultTabLabel(label: .init(titleKey, systemImage: systemImage))
        )
    }

    /// Creates a tab with a label generated from a string and a system symbol.
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol>(
        _ title: S,
        systemImage: String,
        value: Value,
        role: TabRole? = nil,
        @ViewBuilder content: () -> Content
    ) {
        self.init(
            value: AnyHashable(value),
            role: role,
            content: content(),
            label: DefaultTabLabel(label: .init(title, systemImage: systemImage))
        )
    }
}

extension Tab where Value == Never, Content: View, Label: View {
    /// Creates a tab that cannot be selected by a value.
    nonisolated public init(
        role: TabRole? = nil,
        @ViewBuilder content: () -> Content,
        @ViewBuilder label: () -> Label
    ) {
        self.init(value: nil, role: role, content: content(), label: label())
    }
}

extension Tab where Value == Never, Content: View, Label == DefaultTabLabel {
    /// Creates a tab with a label generated from a localized string and a system symbol.
    nonisolated public init(
        _ titleKey: LocalizedStringKey,
        systemImage: String,
        role: TabRole? = nil,
        @ViewBuilder content: () -> Content
    ) {
        self.init(
            value: nil,
            role: role,
            content: content(),
            label: DefaultTabLabel(label: .init(titleKey, systemImage: systemImage))
        )
    }

    /// Creates a tab with a label generated from a string and a system symbol.
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol>(
        _ title: S,
        systemImage: String,
        role: TabRole? = nil,
        @ViewBuilder content: () -> Content
    ) {
        self.init(
            value: nil,
            role: role,
            content: content(),
            label: DefaultTabLabel(label: .init(title, systemImage: systemImage))
        )
    }
}
