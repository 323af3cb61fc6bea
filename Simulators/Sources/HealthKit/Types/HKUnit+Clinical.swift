/// The molar mass of blood glucose in grams for a mole.
public let HKUnitMolarMassBloodGlucose = 180.15588000005408

extension HKUnit {
    /// Pascals.
    public class func pascal() -> HKUnit { HKUnit(from: "Pa") }

    /// Pascals with a metric prefix.
    public class func pascalUnit(with prefix: HKMetricPrefix) -> HKUnit {
        HKUnit(from: prefix.symbol + "Pa")
    }

    /// Millimeters of mercury.
    public class func millimeterOfMercury() -> HKUnit { HKUnit(from: "mmHg") }

    /// Centimeters of water.
    public class func centimeterOfWater() -> HKUnit { HKUnit(from: "cmAq") }

    /// Atmospheres.
    public class func atmosphere() -> HKUnit { HKUnit(from: "atm") }

    /// Inches of mercury.
    @available(iOS 14.0, *)
    public class func inchesOfMercury() -> HKUnit { HKUnit(from: "inHg") }

    /// Siemens.
    public class func siemen() -> HKUnit { HKUnit(from: "S") }

    /// Siemens with a metric prefix.
    public class func siemenUnit(with prefix: HKMetricPrefix) -> HKUnit {
        HKUnit(from: prefix.symbol + "S")
    }

    /// International units, as of insulin.
    @available(iOS 11.0, *)
    public class func internationalUnit() -> HKUnit { HKUnit(from: "IU") }

    /// Volts.
    @available(iOS 14.0, *)
    public class func volt() -> HKUnit { HKUnit(from: "V") }

    /// Volts with a metric prefix.
    @available(iOS 14.0, *)
    public class func voltUnit(with prefix: HKMetricPrefix) -> HKUnit {
        HKUnit(from: prefix.symbol + "V")
    }

    /// Watts.
    @available(iOS 16.0, *)
    public class func watt() -> HKUnit { HKUnit(from: "W") }

    /// Watts with a metric prefix.
    @available(iOS 16.0, *)
    public class func wattUnit(with prefix: HKMetricPrefix) -> HKUnit {
        HKUnit(from: prefix.symbol + "W")
    }

    /// Hertz with a metric prefix.
    @available(iOS 14.0, *)
    public class func hertzUnit(with prefix: HKMetricPrefix) -> HKUnit {
        HKUnit(from: prefix.symbol + "Hz")
    }

    /// A-weighted decibels of sound pressure level.
    @available(iOS 13.0, *)
    public class func decibelAWeightedSoundPressureLevel() -> HKUnit { HKUnit(from: "dBASPL") }

    /// Decibels of hearing level.
    @available(iOS 13.0, *)
    public class func decibelHearingLevel() -> HKUnit { HKUnit(from: "dBHL") }

    /// Effort scores from 1 to 10.
    @available(iOS 18.0, *)
    public class func appleEffortScore() -> HKUnit { HKUnit(from: "appleEffortScore") }

    /// Radians.
    @available(iOS 16.0, *)
    public class func radianAngle() -> HKUnit { HKUnit(from: "rad") }

    /// Radians with a metric prefix.
    @available(iOS 16.0, *)
    public class func radianAngleUnit(with prefix: HKMetricPrefix) -> HKUnit {
        HKUnit(from: prefix.symbol + "rad")
    }

    /// Degrees of an angle.
    @available(iOS 16.0, *)
    public class func degreeAngle() -> HKUnit { HKUnit(from: "deg") }

    /// Diopters.
    @available(iOS 16.0, *)
    public class func diopter() -> HKUnit { HKUnit(from: "D") }

    /// Prism diopters.
    @available(iOS 16.0, *)
    public class func prismDiopter() -> HKUnit { HKUnit(from: "pD") }

    /// Lux.
    @available(iOS 17.0, *)
    public class func lux() -> HKUnit { HKUnit(from: "lx") }

    /// Lux with a metric prefix.
    @available(iOS 17.0, *)
    public class func luxUnit(with prefix: HKMetricPrefix) -> HKUnit {
        HKUnit(from: prefix.symbol + "lx")
    }

    /// Imperial pints.
    @available(iOS 9.0, *)
    public class func pintImperial() -> HKUnit { HKUnit(from: "pt_imp") }

    /// Imperial cups.
    @available(iOS 9.0, *)
    public class func cupImperial() -> HKUnit { HKUnit(from: "cup_imp") }

    /// Moles of a substance with a molar mass in grams for a mole; they convert to masses.
    public class func moleUnit(withMolarMass gramsPerMole: Double) -> HKUnit {
        HKUnit(from: "mol<\(gramsPerMole)>")
    }

    /// Moles with a metric prefix.
    public class func moleUnit(
        with prefix: HKMetricPrefix,
        molarMass gramsPerMole: Double
    ) -> HKUnit {
        HKUnit(from: prefix.symbol + "mol<\(gramsPerMole)>")
    }
}
