/// What an element is to a person: close to the roles of ARIA and the traits of UIKit.
package struct Role: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A container without a meaning of its own.
    package static let generic = Role(rawValue: "generic")
    /// A container whose parts belong together.
    package static let group = Role(rawValue: "group")
    package static let text = Role(rawValue: "text")
    /// An icon with a title.
    package static let label = Role(rawValue: "label")
    package static let image = Role(rawValue: "image")
    package static let button = Role(rawValue: "button")
    package static let link = Role(rawValue: "link")
    package static let separator = Role(rawValue: "separator")
    /// Drawing only: a spacer, a colour, a shape.
    package static let decoration = Role(rawValue: "decoration")
    /// Scrolls its children.
    package static let scroll = Role(rawValue: "scroll")
    /// Children under a header and above a footer.
    package static let section = Role(rawValue: "section")
    package static let sectionHeader = Role(rawValue: "sectionHeader")
    package static let sectionFooter = Role(rawValue: "sectionFooter")
    /// Offers alternatives, of which the composer takes one.
    package static let alternatives = Role(rawValue: "alternatives")
    /// Holds elements that a container shows elsewhere: not composed in place.
    package static let carrier = Role(rawValue: "carrier")
}
