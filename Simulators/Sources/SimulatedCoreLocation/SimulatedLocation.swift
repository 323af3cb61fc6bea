// SimulatedCoreLocation: the control surface of a simulated phone's location.

public import CoreLocation
public import Foundation
@_exported public import SimulatedLocationBehavior
public import SimulatedPhone

extension Phone {
    /// The control surface of this phone's location.
    public var location: SimulatedLocation {
        SimulatedLocation(phone: self, system: .of(self))
    }
}

/// Controls a phone's location: the person's movement, their permission, and failures of the
/// system.
public struct SimulatedLocation: Sendable {
    let phone: Phone
    let system: LocationSystem

    /// Settings of CoreLocation where Apple's documentation is open.
    public var behavior: CoreLocationBehavior {
        get { system.behavior }
        nonmutating set { system.behavior = newValue }
    }

    // MARK: person

    /// The person's true track; a replacement applies from now on.
    public var walk: Walk {
        get { Walk(track: system.track) }
        nonmutating set { system.setTrack(newValue.track, keepsPast: false) }
    }

    /// The person's true coordinate.
    public var position: CLLocationCoordinate2D? { walk.coordinate(at: phone.timeline.now) }

    /// The person's true coordinate if the app may know it, as on a map of the system; else `nil`.
    public var visiblePosition: CLLocationCoordinate2D? {
        switch authorizationStatus {
        case .authorizedAlways, .authorizedWhenInUse: hasSignal ? position : nil
        default: nil
        }
    }

    /// Moves the person to a coordinate at once; they stay there.
    public func place(at coordinate: CLLocationCoordinate2D) {
        let now = phone.timeline.now
        system.setTrack(
            Track(past(until: now.addingTimeInterval(-0.001)) + [(now, coordinate)]),
            keepsPast: true
        )
    }

    /// Moves the person straight to a coordinate from now on; they stay there.
    ///
    /// - Returns: the time of arrival.
    @discardableResult
    public func travel(
        to coordinate: CLLocationCoordinate2D,
        metersPerSecond speed: Double
    ) -> Date {
        precondition(speed > 0, "The speed must be positive.")
        let now = phone.timeline.now
        guard let here = position else {
            preconditionFailure("The person has no location: call place(at:) first.")
        }
        let arrival = now.addingTimeInterval(here.meters(to: coordinate) / speed)
        system.setTrack(
            Track(past(until: now) + [(now, here), (arrival, coordinate)]),
            keepsPast: true
        )
        return arrival
    }

    private func past(
        until end: Date
    ) -> [(date: Date, coordinate: CLLocationCoordinate2D)] {
        let track = system.track
        guard let beginning = track.beginning, beginning <= end else { return [] }
        return track.part(from: beginning, to: end)
    }

    // MARK: device

    /// Whether the device can determine its location.
    public var hasSignal: Bool {
        get { system.hasSignal }
        nonmutating set { system.hasSignal = newValue }
    }

    /// Whether a network is available, which crossings require.
    public var hasNetwork: Bool {
        get { system.hasNetwork }
        nonmutating set { system.hasNetwork = newValue }
    }

    /// Whether Wi-Fi is on; boundaries are inaccurate without it.
    public var isWiFiOn: Bool {
        get { system.isWiFiOn }
        nonmutating set { system.isWiFiOn = newValue }
    }

    /// Whether the device supports region monitoring.
    public var isMonitoringAvailable: Bool {
        get { system.isMonitoringAvailable }
        nonmutating set { system.isMonitoringAvailable = newValue }
    }

    /// Whether the device supports significant-change monitoring.
    public var isSignificantChangeAvailable: Bool {
        get { system.isSignificantAvailable }
        nonmutating set { system.isSignificantAvailable = newValue }
    }

    /// The largest radius of new regions.
    public var maximumRegionDistance: CLLocationDistance {
        get { system.maximumDistance }
        nonmutating set { system.maximumDistance = newValue }
    }

    // MARK: property list of the app

    /// Whether `UIBackgroundModes` has "location".
    public var hasBackgroundMode: Bool {
        get { system.hasBackgroundMode }
        nonmutating set { system.hasBackgroundMode = newValue }
    }

    /// Whether `NSLocationRequireExplicitServiceSession` is set.
    public var requiresServiceSession: Bool {
        get { system.requiresServiceSession }
        nonmutating set { system.requiresServiceSession = newValue }
    }

    /// The app's usage descriptions; no prompt is shown without them.
    public var usageDescriptions: Set<LocationUsageDescription> {
        get { system.permission.descriptions }
        nonmutating set { system.changePermission { $0.descriptions = newValue } }
    }

    /// The app's purpose keys for temporary full accuracy.
    public var fullAccuracyPurposes: Set<String> {
        get { system.permission.purposeKeys }
        nonmutating set { system.changePermission { $0.purposeKeys = newValue } }
    }
}
