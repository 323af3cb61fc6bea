internal import SwiftUI

/// A quality or state of an element of a screen.
public struct ScreenTrait: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// Creates a trait by its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    init(_ trait: ElementTrait) {
        rawValue = trait.rawValue
    }

    /// A heading; see `ScreenNode.headingLevel`.
    public static let header = ScreenTrait(.header)
    /// Selected, or switched on.
    public static let selected = ScreenTrait(.selected)
    /// Has the keyboard focus.
    public static let focused = ScreenTrait(.focused)
    /// Loads its content again.
    public static let refreshing = ScreenTrait(.refreshing)
    /// Not usable at present.
    public static let disabled = ScreenTrait(.disabled)
    /// A button that destroys data.
    public static let destructive = ScreenTrait(.destructive)
    /// A button that cancels an operation.
    public static let cancel = ScreenTrait(.cancel)
    /// A switch.
    public static let toggle = ScreenTrait(.toggle)
    /// Hides what is behind from assistive technology.
    public static let modal = ScreenTrait(.modal)
}
