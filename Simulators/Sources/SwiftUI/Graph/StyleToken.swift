package import Foundation

/// One step of drawing, in the order of the modifiers from the inside out.
package enum StyleToken: Equatable, Sendable {
    case spacer(minLength: CGFloat?)
}
