/// The badge of a row or a tab.
package enum BadgeKey: UpwardKey {
    package typealias Value = Text
}

extension View {
    /// Generates a badge for the view from an integer value; none for zero.
    nonisolated public func badge(_ count: Int) -> some View {
        badge(count == 0 ? nil : Text("\(count)"))
    }

    /// Generates a badge for the view from a text view.
    nonisolated public func badge(_ label: Text?) -> some View {
        modifier(BadgeModifier(label: label))
    }

    /// Generates a badge for the view from a localized string key.
    nonisolated public func badge(_ key: LocalizedStringKey?) -> some View {
        badge(key.map { Text($0) })
    }

    /// Generates a badge for the view from a string.
    @_disfavoredOverload
    nonisolated public func badge<S: StringProtocol>(_ label: S?) -> some View {
        badge(label.map { Text($0) })
    }
}

struct BadgeModifier {
    let label: Text?
}

extension BadgeModifier: PrimitiveModifier {
    typealias Body = Never

    func apply(to node: ViewNode) {
        if let label { node.setUpward(BadgeKey.self, label) }
    }
}

extension TabContent {
    /// Generates a badge for the tab from an integer value; none for zero.
    nonisolated public func badge(_ count: Int) -> some TabContent<TabValue> {
        badge(count == 0 ? nil : Text("\(count)"))
    }

    /// Generates a badge for the tab from a text view.
    nonisolated public func badge(_ label: Text?) -> some TabContent<TabValue> {
        let content = Transferred(self)
        return TabGroup<TabValue>(
            declarations: [
                { node in
                    if let label { node.setUpward(BadgeKey.self, label) }
                    node.tabChild(.slot("tab"), content.value)
                }
            ]
        )
    }

    /// Generates a badge for the tab from a localized string key.
    nonisolated public func badge(_ key: LocalizedStringKey?) -> some TabContent<TabValue> {
        badge(key.map { Text($0) })
    }

    /// Generates a badge for the tab from a string.
    @_disfavoredOverload
    nonisolated public func badge<S: StringProtocol>(_ label: S?) -> some TabContent<TabValue> {
        badge(label.map { Text($0) })
    }
}
