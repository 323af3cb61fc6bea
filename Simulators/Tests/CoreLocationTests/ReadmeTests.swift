import CoreLocation
import Foundation
import SimulatedCoreLocation
import SimulatedPhone
import Testing

/// Checks that the README's example works.
struct ReadmeTests {
    @Test("The README's example runs")
    func example() {
        let log = Log()
        let timeline = ManualTimeline()
        let phone = Phone(timeline: timeline, randomness: SeededRandomness(seed: 1))
        let home = CLLocationCoordinate2D(latitude: 48.2, longitude: 16.37)
        phone.location.place(at: home)
        phone.location.choose(.always)
        phone.launch(.user)
        let delegate = phone.run { Delegate(name: "", log: log, now: { timeline.now }) }
        let manager = phone.run { CLLocationManager() }
        manager.delegate = delegate
        manager.startMonitoring(
            for: CLCircularRegion(center: home, radius: 150, identifier: "home")
        )
        timeline.advance(by: .seconds(1))
        phone.location.travel(to: home.offset(east: 2000, north: 0), metersPerSecond: 10)
        timeline.advance(by: .seconds(300))

        #expect(log.events == ["started home", "inside home", "exit home", "outside home"])
    }
}
