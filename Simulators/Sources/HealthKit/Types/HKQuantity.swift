public import Foundation

/// A number with its unit.
public final class HKQuantity: NSObject, @unchecked Sendable {
    // Unchecked: all state is `let`; the base class has none.

    let unit: HKUnit
    let value: Double

    /// So much of a unit.
    public init(unit: HKUnit, doubleValue value: Double) {
        self.unit = unit
        self.value = value
        super.init()
    }

    /// Whether it can be told in a unit.
    public func `is`(compatibleWith unit: HKUnit) -> Bool {
        self.unit.isCompatible(with: unit)
    }

    /// The number in a unit; one that does not fit is a programmer's mistake, as with Apple's.
    public func doubleValue(for unit: HKUnit) -> Double {
        precondition(
            self.unit.isCompatible(with: unit),
            "A quantity in \(self.unit.unitString) cannot be told in \(unit.unitString)."
        )
        if unit === self.unit || unit.unitString == self.unit.unitString { return value }
        let base = value * self.unit.measure.scale + self.unit.measure.offset
        return (base - unit.measure.offset) / unit.measure.scale
    }

    /// Which of two quantities of compatible units is more.
    public func compare(_ quantity: HKQuantity) -> ComparisonResult {
        let other = quantity.doubleValue(for: unit)
        return value < other ? .orderedAscending : value > other ? .orderedDescending : .orderedSame
    }

    /// Whether the other is as much.
    override public func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKQuantity, unit.isCompatible(with: other.unit) else {
            return false
        }
        return compare(other) == .orderedSame
    }

    /// Of the amount in the base unit, rounded, so that equal amounts of two units agree.
    override public var hash: Int {
        (value * unit.measure.scale + unit.measure.offset).rounded().hashValue
    }

    /// The number and its unit.
    override public var description: String { "\(value) \(unit.unitString)" }
}
