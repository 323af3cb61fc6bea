// SimulatedCoreLocation: how a test or a world drives the location of a simulated phone.

public import CoreLocation
public import Foundation
@_exported public import SimulatedLocationBehavior
public import SimulatedPhone

extension Phone {
    /// The location of this phone, from the system's and the person's side.
    public var location: SimulatedLocation {
        SimulatedLocation(phone: self, system: .of(self))
    }
}

/// The location of a phone: where the person goes, what they allow, what the system gets wrong.
public struct SimulatedLocation: Sendable {
    let phone: Phone
    let system: LocationSystem

    /// How CoreLocation behaves where Apple's documentation leaves it open.
    public var behavior: CoreLocationBehavior {
        get { system.behavior }
        nonmutating set { system.behavior = newValue }
    }

    // The person

    /// Where the person truly is over time; from now on, when it is replaced.
    public var walk: Walk {
        get { Walk(track: system.track) }
        nonmutating set { system.setTrack(newValue.track, keepsPast: false) }
    }

    /// Where the person truly is now.
    public var position: CLLocationCoordinate2D? { walk.coordinate(at: phone.timeline.now) }

    /// Puts the person somewhere, at once, to stay.
    public func place(at coordinate: CLLocationCoordinate2D) {
        let now = phone.timeline.now
        system.setTrack(
            Track(past(until: now.addingTimeInterval(-0.001)) + [(now, coordinate)]),
            keepsPast: true
        )
    }

    /// Lets the person leave now, straight for a place, to stay there.
    ///
    /// - Returns: when they arrive.
    @discardableResult
    public func travel(
        to coordinate: CLLocationCoordinate2D,
        metersPerSecond speed: Double
    ) -> Date {
        precondition(speed > 0, "Who travels has a speed.")
        let now = phone.timeline.now
        guard let here = position else {
            preconditionFailure("Who travels is somewhere: call place(at:) first.")
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

    // The device

    /// Whether the device can find out where it is.
    public var hasSignal: Bool {
        get { system.hasSignal }
        nonmutating set { system.hasSignal = newValue }
    }

    /// Whether there is a network, which crossings need.
    public var hasNetwork: Bool {
        get { system.hasNetwork }
        nonmutating set { system.hasNetwork = newValue }
    }

    /// Whether Wi-Fi is on, without which edges are vague.
    public var isWiFiOn: Bool {
        get { system.isWiFiOn }
        nonmutating set { system.isWiFiOn = newValue }
    }

    /// Whether the device can monitor regions.
    public var isMonitoringAvailable: Bool {
        get { system.isMonitoringAvailable }
        nonmutating set { system.isMonitoringAvailable = newValue }
    }

    /// Whether the device can tell of significant changes.
    public var isSignificantChangeAvailable: Bool {
        get { system.isSignificantAvailable }
        nonmutating set { system.isSignificantAvailable = newValue }
    }

    /// The largest radius that new regions may have.
    public var maximumRegionDistance: CLLocationDistance {
        get { system.maximumDistance }
        nonmutating set { system.maximumDistance = newValue }
    }

    // The app's property list

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

    /// What the app says it needs the location for; without it no prompt is shown.
    public var usageDescriptions: Set<LocationUsageDescription> {
        get { system.permission.descriptions }
        nonmutating set { system.changePermission { $0.descriptions = newValue } }
    }

    /// The keys under which the app says what it needs full accuracy for.
    public var fullAccuracyPurposes: Set<String> {
        get { system.permission.purposeKeys }
        nonmutating set { system.changePermission { $0.purposeKeys = newValue } }
    }
}
