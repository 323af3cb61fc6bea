public import CoreLocation
public import Foundation
internal import MapKit
public import SwiftUI

// What the system sets and an app only reads.
extension EnvironmentValues {
    /// The clock of relative dates and timelines.
    public var simulatedClock: @Sendable () -> Date {
        get { now }
        set { now = newValue }
    }

    /// Finds the format of a localized key, such as `%lld entries`; `nil` to show the key.
    public var simulatedStrings:
        @Sendable (_ key: String, _ table: String?, _ bundle: Bundle?, Locale) -> String?
    {
        get { localizedStrings.format }
        set { localizedStrings = LocalizedStrings(format: newValue) }
    }

    /// The location of the user that a map may show; `nil` without the permission.
    public var simulatedUserLocation: @Sendable () -> CLLocationCoordinate2D? {
        get { userLocation }
        set { userLocation = newValue }
    }

    /// The size of the screen in points.
    public var simulatedScreenSize: CGSize {
        get { screenSize }
        set { screenSize = newValue }
    }

    /// The system preference for Reduce Motion.
    public var simulatedReduceMotion: Bool {
        get { accessibilityReduceMotion }
        set { accessibilityReduceMotion = newValue }
    }

    /// The system preference for Differentiate without Color.
    public var simulatedDifferentiateWithoutColor: Bool {
        get { accessibilityDifferentiateWithoutColor }
        set { accessibilityDifferentiateWithoutColor = newValue }
    }
}
