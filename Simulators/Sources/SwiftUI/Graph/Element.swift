/// What a node shows, before the modifiers around it and the containers above are resolved.
package struct Element {
    package var role: Role
    /// The text of a leaf.
    ///
    /// A control takes its name from its children instead.
    package var text: String?
    /// The state of a control in words, such as the number of a stepper.
    package var value: String?
    package var traits: Set<ElementTrait> = []
    /// How the children are arranged; `nil` for a leaf.
    package var layout: ContainerLayout?
    package var style: [StyleToken] = []
    package var handlers = Handlers()
    /// What only one kind of element has, such as the marks of a chart.
    package var payload: Any?

    package init(_ role: Role, text: String? = nil, layout: ContainerLayout? = nil) {
        self.role = role
        self.text = text
        self.layout = layout
    }
}

/// A quality or state of an element.
package struct ElementTrait: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    package static let header = ElementTrait(rawValue: "header")
    package static let selected = ElementTrait(rawValue: "selected")
    package static let focused = ElementTrait(rawValue: "focused")
    package static let disabled = ElementTrait(rawValue: "disabled")
    package static let destructive = ElementTrait(rawValue: "destructive")
    package static let cancel = ElementTrait(rawValue: "cancel")
    package static let toggle = ElementTrait(rawValue: "toggle")
    package static let modal = ElementTrait(rawValue: "modal")
    package static let updatesFrequently = ElementTrait(rawValue: "updatesFrequently")
    package static let button = ElementTrait(rawValue: "button")
    package static let link = ElementTrait(rawValue: "link")
    package static let image = ElementTrait(rawValue: "image")
    package static let staticText = ElementTrait(rawValue: "staticText")
    package static let searchField = ElementTrait(rawValue: "searchField")
    package static let summary = ElementTrait(rawValue: "summary")
    package static let tabBar = ElementTrait(rawValue: "tabBar")
}
