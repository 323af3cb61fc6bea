import CoreLocation
import Foundation
import Testing

struct CLLocationTests {
    @Test("The distance from Paris to London is about 344 km")
    func distance() {
        let paris = CLLocation(latitude: 48.8566, longitude: 2.3522)
        let london = CLLocation(latitude: 51.5074, longitude: -0.1278)

        #expect(abs(paris.distance(from: london) - 343_556) < 500)
        #expect(paris.distance(from: paris) == 0)
    }

    @Test("Coordinates out of range are not valid")
    func validity() {
        #expect(CLLocationCoordinate2DIsValid(CLLocationCoordinate2D(latitude: 90, longitude: 180)))
        #expect(!CLLocationCoordinate2DIsValid(kCLLocationCoordinate2DInvalid))
        #expect(!CLLocationCoordinate2DIsValid(CLLocationCoordinate2DMake(90.1, 0)))
    }

    @Test("A fix without movement has a negative speed and course")
    func defaults() {
        let fix = CLLocation(
            coordinate: CLLocationCoordinate2D(),
            altitude: 12,
            horizontalAccuracy: 5,
            verticalAccuracy: 8,
            timestamp: Date(timeIntervalSince1970: 60)
        )

        #expect(fix.speed == -1)
        #expect(fix.course == -1)
        #expect(fix.altitude == 12)
        #expect(fix.timestamp == Date(timeIntervalSince1970: 60))
    }
}
