import Foundation

/// Distances in points.
enum Spacing {
    /// Between an icon and its text.
    static let xSmall: CGFloat = 4
    /// Between lines that belong together.
    static let small: CGFloat = 8
    /// Inside a card.
    static let medium: CGFloat = 12
    /// Between cards, and at the edge of a screen.
    static let large: CGFloat = 16
    /// Between the parts of a screen.
    static let xLarge: CGFloat = 24
    /// The smallest width and height of what a finger hits.
    static let minimumTarget: CGFloat = 44
    /// The radius of the corners of a card.
    static let corner: CGFloat = 12
}
