package import SwiftUI

/// One element of a screen, with everything resolved: what a test reads and what a browser shows.
public struct ScreenNode: Identifiable {
    /// The id of the view's node, stable while the view stays; the key in HTML.
    public let id: Int
    /// What the element is to a person.
    public var role: ScreenRole
    /// The text that a leaf shows.
    public var text: String?
    /// The name that a modifier gives in place of the one from the content.
    public var explicitLabel: String?
    /// The state of a control in words; `nil` if it has none.
    public var value: String?
    /// What happens on activation, for assistive technology.
    public var hint: String?
    /// The identifier for tests of the interface.
    public var identifier: String?
    /// The level of a heading, 1 to 6; `nil` for a heading without a level and for other elements.
    public var headingLevel: Int?
    /// The qualities and states.
    public var traits: Set<ScreenTrait> = []
    /// Whether assistive technology ignores the element and its children.
    public var isAccessibilityHidden = false
    /// Whether the element stands for its children to assistive technology.
    public var hidesChildren = false
    /// Whether the element is out of reach behind a sheet, an alert or a menu.
    public internal(set) var isInert = false
    /// Higher comes first in the reading order of its siblings.
    public var sortPriority = 0.0
    /// The elements inside, in drawing order.
    public var children: [ScreenNode] = []

    package var layout: ContainerLayout?
    package var style: [StyleToken] = []
    package var handlers = Handlers()
    package var payload: Any?
    package var attachments: RowAttachments {
        get { attachmentBox?.value ?? RowAttachments() }
        set { attachmentBox = AttachmentBox(value: newValue) }
    }

    // Boxed: attachments contain elements themselves.
    private var attachmentBox: AttachmentBox?

    package init(id: Int, role: Role) {
        self.id = id
        self.role = ScreenRole(role)
    }

    /// The name of the element: the explicit one, its text, or the text inside.
    public var label: String {
        explicitLabel ?? text
            ?? children.filter { !$0.isAccessibilityHidden }.map(\.label).filter { !$0.isEmpty }
            .joined(separator: ", ")
    }

    /// Whether a person can use the element.
    public var isEnabled: Bool { !traits.contains(.disabled) }

    /// The names of the actions that the element takes.
    public var actions: [String] { handlers.names.map(\.rawValue) }

    /// The element and all inside of it, in drawing order.
    public var flattened: [ScreenNode] {
        [self] + children.flatMap(\.flattened)
    }

    private final class AttachmentBox {
        let value: RowAttachments

        init(value: RowAttachments) {
            self.value = value
        }
    }
}
