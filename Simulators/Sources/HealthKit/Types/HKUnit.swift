public import Foundation

/// A unit of quantities; units with the same string are equal.
public final class HKUnit: NSObject, NSSecureCoding, @unchecked Sendable {
    // Unchecked: all state is `let`; the base class has none.

    /// The unit string, for example `count/min`.
    public let unitString: String
    let measure: UnitMeasure

    /// A unit from its string; an invalid string is a programmer error, as with Apple's.
    public init(from string: String) {
        guard let measure = UnitParser.measure(of: string) else {
            preconditionFailure("\"\(string)\" is not a unit of the simulated HealthKit.")
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

    /// Compares the unit strings.
    override public func isEqual(_ object: Any?) -> Bool {
        (object as? HKUnit)?.unitString == unitString
    }

    /// The hash of the unit string.
    override public var hash: Int { unitString.hashValue }

    /// The unit string.
    override public var description: String { unitString }

    /// Whether it is dimensionless, like counts and percentages.
    public func isNull() -> Bool { measure.exponents.allSatisfy { $0 == 0 } }

    func isCompatible(with other: HKUnit) -> Bool {
        measure.exponents == other.measure.exponents
    }

    /// This unit divided by another.
    public func unitDivided(by unit: HKUnit) -> HKUnit {
        HKUnit("\(unitString)/\(unit.factorText)", measure.times(unit.measure.raised(to: -1)))
    }

    /// The product of two units.
    public func unitMultiplied(by unit: HKUnit) -> HKUnit {
        HKUnit("\(unitString)*\(unit.unitString)", measure.times(unit.measure))
    }

    /// A power of the unit.
    public func unitRaised(toPower power: Int) -> HKUnit {
        HKUnit("\(unitString)^\(power)", measure.raised(to: power))
    }

    /// The reciprocal of the unit.
    public func reciprocal() -> HKUnit {
        HKUnit("1/\(factorText)", measure.raised(to: -1))
    }

    private var factorText: String {
        unitString.contains(where: { "*/".contains($0) }) ? "(\(unitString))" : unitString
    }

    /// Always true: it contains a string.
    public static var supportsSecureCoding: Bool { true }

    /// Decodes an archive; `nil` for an unknown unit.
    public required init?(coder: NSCoder) {
        guard let string = coder.decodeObject(of: NSString.self, forKey: "unit")?.description,
            let measure = UnitParser.measure(of: string)
        else { return nil }
        unitString = string
        self.measure = measure
        super.init()
    }

    /// Encodes into an archive.
    public func encode(with coder: NSCoder) {
        coder.encode(NSString(string: unitString), forKey: "unit")
    }
}
