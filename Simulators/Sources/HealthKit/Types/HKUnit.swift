public import Foundation

/// A unit that quantities are told in; two of the same string are equal.
public final class HKUnit: NSObject, @unchecked Sendable {
    // Unchecked: all state is `let`; the base class has none.

    /// The unit as text, as in `count/min`.
    public let unitString: String
    let measure: UnitMeasure

    /// A unit from its text; a text that is no unit is a programmer's mistake, as with Apple's.
    public init(from string: String) {
        guard let measure = UnitParser.measure(of: string) else {
            preconditionFailure("\"\(string)\" is no unit that the simulated HealthKit knows.")
        }
        unitString = string
        self.measure = measure
        super.init()
    }

    private init(_ string: String, _ measure: UnitMeasure) {
        unitString = string
        self.measure = measure
        super.init()
    }

    /// Whether the other has the same text.
    override public func isEqual(_ object: Any?) -> Bool {
        (object as? HKUnit)?.unitString == unitString
    }

    /// Of the text.
    override public var hash: Int { unitString.hashValue }

    /// The unit as text.
    override public var description: String { unitString }

    /// Whether it has no dimension, as counts and percentages have none.
    public func isNull() -> Bool { measure.exponents.allSatisfy { $0 == 0 } }

    func isCompatible(with other: HKUnit) -> Bool {
        measure.exponents == other.measure.exponents
    }

    /// This unit for each of the other.
    public func unitDivided(by unit: HKUnit) -> HKUnit {
        HKUnit("\(unitString)/\(unit.factorText)", measure.times(unit.measure.raised(to: -1)))
    }

    /// Both units, multiplied.
    public func unitMultiplied(by unit: HKUnit) -> HKUnit {
        HKUnit("\(unitString)*\(unit.unitString)", measure.times(unit.measure))
    }

    /// A power of the unit.
    public func unitRaised(toPower power: Int) -> HKUnit {
        HKUnit("\(unitString)^\(power)", measure.raised(to: power))
    }

    /// One over the unit.
    public func reciprocal() -> HKUnit {
        HKUnit("1/\(factorText)", measure.raised(to: -1))
    }

    private var factorText: String {
        unitString.contains(where: { "*/".contains($0) }) ? "(\(unitString))" : unitString
    }
}
