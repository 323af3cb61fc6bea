/// A standard label for user interface items, consisting of an icon with a title.
public struct Label<Title: View, Icon: View> {
    private let title: Title
    private let icon: Icon

    /// Creates a label with a custom title and icon.
    nonisolated public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
        self.title = title()
        self.icon = icon()
    }
}

extension Label where Title == Text, Icon == Image {
    /// Creates a label with a system icon image and a title generated from a localized string.
    nonisolated public init(_ titleKey: LocalizedStringKey, systemImage name: String) {
        self.init {
            Text(titleKey)
        } icon: {
            Image(systemName: name)
        }
    }

    /// Creates a label with a system icon image and a title generated from a string.
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol>(_ title: S, systemImage name: String) {
        self.init {
            Text(title)
        } icon: {
            Image(systemName: name)
        }
    }

    /// Creates a label with an icon image and a title generated from a localized string.
    nonisolated public init(_ titleKey: LocalizedStringKey, image name: String) {
        self.init {
            Text(titleKey)
        } icon: {
            Image(name)
        }
    }

    /// Creates a label with an icon image and a title generated from a string.
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol>(_ title: S, image name: String) {
        self.init {
            Text(title)
        } icon: {
            Image(name)
        }
    }
}

extension Label where Title == LabelStyleConfiguration.Title, Icon == LabelStyleConfiguration.Icon {
    /// Creates a label representing the configuration of a style.
    nonisolated public init(_ configuration: LabelStyleConfiguration) {
        self.init {
            configuration.title
        } icon: {
            configuration.icon
        }
    }
}

extension Label: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        let configuration = LabelStyleConfiguration(
            title: LabelStyleConfiguration.Title(view: AnyView(title)),
            icon: LabelStyleConfiguration.Icon(view: AnyView(icon))
        )
        declare(node.environment.labelStyle, configuration, on: node)
    }

    @MainActor private func declare(
        _ style: some LabelStyle,
        _ configuration: LabelStyleConfiguration,
        on node: ViewNode
    ) {
        node.child(
            .slot("styled"),
            StyleBody(style: style) { $0.makeBody(configuration: configuration) }
        )
    }
}

/// The title and the icon in a row, of which one may be left out.
struct LabelRow {
    let configuration: LabelStyleConfiguration
    let showsTitle: Bool
    let showsIcon: Bool
}

extension LabelRow: View, PrimitiveView {
    typealias Body = Never

    func makeNode(_ node: ViewNode) {
        var element = Element(.label, layout: .horizontal(.firstTextBaseline, spacing: nil))
        element.style = [
            .named("label", showsTitle ? (showsIcon ? "titleAndIcon" : "titleOnly") : "iconOnly")
        ]
        node.element = element
        // The title names the label, so the icon is a decoration.
        if showsIcon { node.child(.slot("icon"), configuration.icon.accessibilityHidden(true)) }
        if showsTitle {
            node.child(.slot("title"), configuration.title)
        } else {
            node.child(.slot("title"), configuration.title.modifier(SpokenOnlyModifier()))
        }
    }
}

/// Offers a text to assistive technology without drawing it.
struct SpokenOnlyModifier {}

extension SpokenOnlyModifier: PrimitiveModifier {
    typealias Body = Never

    func apply(to node: ViewNode) {
        node.style.append(.named("visibility", "spokenOnly"))
    }
}
