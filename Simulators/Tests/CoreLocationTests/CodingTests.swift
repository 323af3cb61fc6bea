import CoreLocation
import Foundation
import Testing

/// Copies and archives.
struct CodingTests {
    private func archived<Value: NSObject & NSSecureCoding>(_ value: Value) throws -> Value {
        let data = try NSKeyedArchiver.archivedData(
            withRootObject: value,
            requiringSecureCoding: true
        )
        return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: Value.self, from: data))
    }

    @Test("A fix survives being archived, with its source")
    func fix() throws {
        let fix = CLLocation(
            coordinate: CLLocationCoordinate2D(latitude: 48.1, longitude: 11.5),
            altitude: 520,
            horizontalAccuracy: 5,
            verticalAccuracy: 8,
            course: 90,
            courseAccuracy: 2,
            speed: 3,
            speedAccuracy: 0.5,
            timestamp: Date(timeIntervalSince1970: 1_768_487_400.25),
            sourceInfo: CLLocationSourceInformation(
                softwareSimulationState: true,
                andExternalAccessoryState: false
            )
        )

        let read = try archived(fix)

        #expect(read.coordinate.latitude == 48.1 && read.coordinate.longitude == 11.5)
        #expect(read.altitude == 520 && read.ellipsoidalAltitude == 520)
        #expect(read.horizontalAccuracy == 5 && read.verticalAccuracy == 8)
        #expect(read.course == 90 && read.courseAccuracy == 2)
        #expect(read.speed == 3 && read.speedAccuracy == 0.5)
        #expect(read.timestamp == fix.timestamp)
        #expect(read.sourceInformation?.isSimulatedBySoftware == true)
        #expect(read.floor == nil)
        #expect(fix.copy() as? CLLocation === fix)
    }

    @Test("A circle survives being archived, and its copy is switched separately")
    func circle() throws {
        let circle = CLCircularRegion(
            center: CLLocationCoordinate2D(latitude: 48.1, longitude: 11.5),
            radius: 150,
            identifier: "office"
        )
        circle.notifyOnExit = false

        let read = try archived(circle)
        let copy = try #require(circle.copy() as? CLCircularRegion)
        circle.notifyOnEntry = false

        for region in [read, copy] {
            #expect(region == circle && region !== circle)
            #expect(region.radius == 150 && region.center.latitude == 48.1)
            #expect(region.notifyOnEntry && !region.notifyOnExit)
        }
    }
}
