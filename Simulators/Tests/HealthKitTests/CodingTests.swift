import Foundation
import HealthKit
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

    @Test("Quantities and units survive being archived")
    func quantities() throws {
        let unit = HKUnit.count().unitDivided(by: .minute())
        let quantity = HKQuantity(unit: unit, doubleValue: 62.5)

        #expect(try archived(unit) == unit)
        #expect(try archived(quantity) == quantity)
        #expect(try archived(quantity).doubleValue(for: unit) == 62.5)
    }

    @Test("A device survives being archived, with what is unknown about it")
    func device() throws {
        let device = HKDevice(
            name: "Apple Watch",
            manufacturer: "Apple Inc.",
            model: nil,
            hardwareVersion: "Watch7,1",
            firmwareVersion: nil,
            softwareVersion: "26.1",
            localIdentifier: nil,
            udiDeviceIdentifier: nil
        )

        #expect(try archived(device) == device)
        #expect(try archived(device).model == nil)
    }

    @Test("An anchor from a number survives being archived")
    func anchor() throws {
        let anchor = HKQueryAnchor(fromValue: 7)

        #expect(try archived(anchor) == anchor)
    }

    @Test("An immutable object is its own copy, a summary is not")
    func copies() throws {
        let type = HKQuantityType(.stepCount)
        let quantity = HKQuantity(unit: .count(), doubleValue: 1)
        #expect(type.copy() as? HKQuantityType === type)
        #expect(quantity.copy() as? HKQuantity === quantity)

        let summary = HKActivitySummary()
        summary.appleStandHours = quantity
        let copy = try #require(summary.copy() as? HKActivitySummary)
        summary.appleStandHours = HKQuantity(unit: .count(), doubleValue: 2)

        #expect(copy !== summary)
        #expect(copy.appleStandHours == quantity)
    }
}
