internal import SwiftUI

/// What an element of a screen is to a person.
public struct ScreenRole: RawRepresentable, Hashable, Sendable {
    /// The name, close to the roles of ARIA.
    public let rawValue: String

    /// Creates a role by its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    init(_ role: Role) {
        rawValue = role.rawValue
    }

    /// A container without a meaning of its own.
    public static let generic = ScreenRole(.generic)
    /// A container whose parts belong together.
    public static let group = ScreenRole(.group)
    /// Text.
    public static let text = ScreenRole(.text)
    /// An icon with a title.
    public static let label = ScreenRole(.label)
    /// Scrolls what is inside.
    public static let scroll = ScreenRole(.scroll)
    /// Elements under a header and above a footer.
    public static let section = ScreenRole(.section)
    /// The header of a section.
    public static let sectionHeader = ScreenRole(.sectionHeader)
    /// The footer of a section.
    public static let sectionFooter = ScreenRole(.sectionFooter)
    /// An image.
    public static let image = ScreenRole(.image)
    /// A button.
    public static let button = ScreenRole(.button)
    /// A link to a page.
    public static let link = ScreenRole(.link)
    /// A line between parts.
    public static let separator = ScreenRole(.separator)
    /// Drawing only.
    public static let decoration = ScreenRole(.decoration)
}
