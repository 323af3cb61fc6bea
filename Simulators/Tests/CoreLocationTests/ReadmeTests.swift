import CoreLocation
import Foundation
import SimulatedCoreLocation
import SimulatedPhone
import Testing

/// Checks that the README's example works.
struct ReadmeTests {
    @Test("The README's example runs")
    func example() {
        let delegate = RegionDelegate()
        // Example of Simulators/README.md:
        let timeline = ManualTimeline()
        let phone = Phone(timeline: timeline, randomness: SeededRandomness(seed: 1))
        let home = CLLocationCoordinate2D(latitude: 48.2, longitude: 16.37)
        phone.location.place(at: home)
        phone.location.choose(.always)
        phone.launch(.user)
        let manager = phone.run { CLLocationManager() }
        manager.delegate = delegate
        manager.startMonitoring(
            for: CLCircularRegion(center: home, radius: 150, identifier: "home")
        )
        timeline.advance(by: .seconds(1))  // started, and the state: inside
        phone.location.travel(to: home.offset(east: 2000, north: 0), metersPerSecond: 10)
        timeline.advance(by: .seconds(300))  // the exit
        // End of the example.

        #expect(delegate.events == ["started home", "inside home", "exit home", "outside home"])
    }
}

/// Records the events of regions.
private final class RegionDelegate: NSObject, CLLocationManagerDelegate {
    private(set) var events: [String] = []

    func locationManager(_: CLLocationManager, didStartMonitoringFor region: CLRegion) {
        events.append("started \(region.identifier)")
    }

    func locationManager(_: CLLocationManager, didExitRegion region: CLRegion) {
        events.append("exit \(region.identifier)")
    }

    func locationManager(
        _: CLLocationManager,
        didDetermineState state: CLRegionState,
        for region: CLRegion
    ) {
        events.append("\(state) \(region.identifier)")
    }
}
