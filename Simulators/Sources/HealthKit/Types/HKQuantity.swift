public import Foundation

/// A number with a unit.
public final class HKQuantity: NSObject, NSSecureCoding, @unchecked Sendable {
    // Unchecked: all state is `let`; the base class has none.

    let unit: HKUnit
    let value: Double

    /// A quantity in a unit.
    public init(unit: HKUnit, doubleValue value: Double) {
        self.unit = unit
        self.value = value
        super.init()
    }

    /// Whether it can be converted to a unit.
    public func `is`(compatibleWith unit: HKUnit) -> Bool {
        self.unit.isCompatible(with: unit)
    }

    /// The value in a unit; an incompatible unit is a programmer error, as with Apple's.
    public func doubleValue(for unit: HKUnit) -> Double {
        precondition(
            self.unit.isCompatible(with: unit),
            "A quantity in \(self.unit.unitString) cannot be converted to \(unit.unitString)."
        )
        if unit === self.unit || unit.unitString == self.unit.unitString { return value }
        let base = value * self.unit.measure.scale + self.unit.measure.offset
        return (base - unit.measure.offset) / unit.measure.scale
    }

    /// Compares two quantities with compatible units.
    public func compare(_ quantity: HKQuantity) -> ComparisonResult {
        let other = quantity.doubleValue(for: unit)
        return value < other ? .orderedAscending : value > other ? .orderedDescending : .orderedSame
    }

    /// Whether the amounts are equal.
    override public func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKQuantity, unit.isCompatible(with: other.unit) else {
            return false
        }
        return compare(other) == .orderedSame
    }

    /// The hash of the rounded amount in the base unit, so that equal amounts in different units
    /// agree.
    override public var hash: Int {
        (value * unit.measure.scale + unit.measure.offset).rounded().hashValue
    }

    /// The number and its unit.
    override public var description: String { "\(value) \(unit.unitString)" }

    /// Always true: it contains a number and a unit.
    public static var supportsSecureCoding: Bool { true }

    /// Decodes an archive.
    public required init?(coder: NSCoder) {
        guard coder.containsValue(forKey: "value"),
            let unit = coder.decodeObject(of: HKUnit.self, forKey: "unit")
        else { return nil }
        self.unit = unit
        value = coder.decodeDouble(forKey: "value")
        super.init()
    }

    /// Encodes into an archive.
    public func encode(with coder: NSCoder) {
        coder.encode(unit, forKey: "unit")
        coder.encode(value, forKey: "value")
    }
}
