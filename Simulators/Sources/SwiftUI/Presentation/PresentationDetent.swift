public import Foundation

/// A type that represents a height where a sheet naturally rests.
public struct PresentationDetent: Hashable, Sendable {
    package enum Height: Hashable, Sendable {
        case medium, large
        case fraction(CGFloat)
        case points(CGFloat)
    }

    package let height: Height

    /// The system detent for a sheet that's approximately half the height of the screen.
    public static let medium = PresentationDetent(height: .medium)
    /// The system detent for a sheet at full height.
    public static let large = PresentationDetent(height: .large)

    /// A custom detent with the specified fractional height.
    public static func fraction(_ fraction: CGFloat) -> PresentationDetent {
        PresentationDetent(height: .fraction(fraction))
    }

    /// A custom detent with the specified height.
    public static func height(_ height: CGFloat) -> PresentationDetent {
        PresentationDetent(height: .points(height))
    }
}

/// The heights of a sheet.
package enum PresentationDetentsKey: UpwardKey {
    package typealias Value = Set<PresentationDetent>
}

/// Whether a sheet cannot be swiped away.
package enum InteractiveDismissDisabledKey: UpwardKey {
    package typealias Value = Bool
}

/// Whether a sheet shows that it can be dragged.
package enum PresentationDragIndicatorKey: UpwardKey {
    package typealias Value = Visibility
}

extension View {
    /// Sets the available detents for the enclosing sheet.
    nonisolated public func presentationDetents(
        _ detents: Set<PresentationDetent>
    ) -> some View {
        upward(PresentationDetentsKey.self, detents)
    }

    /// Sets the available detents for the enclosing sheet, giving you programmatic control of the
    /// currently selected detent.
    nonisolated public func presentationDetents(
        _ detents: Set<PresentationDetent>,
        selection: Binding<PresentationDetent>
    ) -> some View {
        upward(PresentationDetentsKey.self, detents)
    }

    /// Sets the visibility of the drag indicator on top of a sheet.
    nonisolated public func presentationDragIndicator(_ visibility: Visibility) -> some View {
        upward(PresentationDragIndicatorKey.self, visibility)
    }

    /// Requests that the presentation have a specific corner radius.
    nonisolated public func presentationCornerRadius(_ cornerRadius: CGFloat?) -> some View {
        self
    }

    /// Conditionally prevents interactive dismissal of presentations like popovers and sheets.
    nonisolated public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View {
        upward(InteractiveDismissDisabledKey.self, isDisabled)
    }
}
