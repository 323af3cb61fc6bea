/// What accessibility modifiers say about the elements below a node.
package struct AccessibilityAttributes {
    package var label: String?
    package var value: String?
    package var hint: String?
    package var identifier: String?
    package var isHidden: Bool?
    package var headingLevel: Int?
    package var sortPriority: Double?
    package var addedTraits: Set<ElementTrait> = []
    package var removedTraits: Set<ElementTrait> = []
    package var children: Children?
    package var handlers = Handlers()

    package init() {}

    /// What becomes of the elements below.
    package enum Children: Sendable {
        /// They stay, inside of a group.
        case contain
        /// They become one element with all their text.
        case combine
        /// They are not offered.
        case ignore
    }
}
