extension HKUnit {
    /// A count.
    public class func count() -> HKUnit { Known.count }

    /// A fraction: 1.0 is 100 %.
    public class func percent() -> HKUnit { Known.percent }

    /// Seconds.
    public class func second() -> HKUnit { Known.second }

    /// Minutes.
    public class func minute() -> HKUnit { Known.minute }

    /// Hours.
    public class func hour() -> HKUnit { Known.hour }

    /// Days of 24 hours.
    public class func day() -> HKUnit { Known.day }

    /// Hertz.
    public class func hertz() -> HKUnit { Known.hertz }

    /// Meters.
    public class func meter() -> HKUnit { Known.meter }

    /// Inches.
    public class func inch() -> HKUnit { Known.inch }

    /// Feet.
    public class func foot() -> HKUnit { Known.foot }

    /// Yards.
    public class func yard() -> HKUnit { Known.yard }

    /// Miles.
    public class func mile() -> HKUnit { Known.mile }

    /// Grams.
    public class func gram() -> HKUnit { Known.gram }

    /// Ounces.
    public class func ounce() -> HKUnit { Known.ounce }

    /// Pounds.
    public class func pound() -> HKUnit { Known.pound }

    /// Stones.
    public class func stone() -> HKUnit { Known.stone }

    /// Liters.
    public class func liter() -> HKUnit { Known.liter }

    /// US fluid ounces.
    public class func fluidOunceUS() -> HKUnit { Known.fluidOunceUS }

    /// Imperial fluid ounces.
    public class func fluidOunceImperial() -> HKUnit { Known.fluidOunceImperial }

    /// US cups.
    public class func cupUS() -> HKUnit { Known.cupUS }

    /// US pints.
    public class func pintUS() -> HKUnit { Known.pintUS }

    /// Joules.
    public class func joule() -> HKUnit { Known.joule }

    /// Kilocalories.
    public class func kilocalorie() -> HKUnit { Known.kilocalorie }

    /// Kilocalories (the unit `Cal`).
    public class func largeCalorie() -> HKUnit { Known.largeCalorie }

    /// Calories.
    public class func smallCalorie() -> HKUnit { Known.smallCalorie }

    /// Kelvin.
    public class func kelvin() -> HKUnit { Known.kelvin }

    /// Degrees Celsius.
    public class func degreeCelsius() -> HKUnit { Known.degreeCelsius }

    /// Degrees Fahrenheit.
    public class func degreeFahrenheit() -> HKUnit { Known.degreeFahrenheit }

    /// Seconds with a metric prefix.
    public class func secondUnit(with prefix: HKMetricPrefix) -> HKUnit {
        HKUnit(from: prefix.symbol + "s")
    }

    /// Metres with a metric prefix.
    public class func meterUnit(with prefix: HKMetricPrefix) -> HKUnit {
        HKUnit(from: prefix.symbol + "m")
    }

    /// Grams with a metric prefix.
    public class func gramUnit(with prefix: HKMetricPrefix) -> HKUnit {
        HKUnit(from: prefix.symbol + "g")
    }

    /// Litres with a metric prefix.
    public class func literUnit(with prefix: HKMetricPrefix) -> HKUnit {
        HKUnit(from: prefix.symbol + "L")
    }

    /// Joules with a metric prefix.
    public class func jouleUnit(with prefix: HKMetricPrefix) -> HKUnit {
        HKUnit(from: prefix.symbol + "J")
    }

    private enum Known {
        static let count = HKUnit(from: "count")
        static let percent = HKUnit(from: "%")
        static let second = HKUnit(from: "s")
        static let minute = HKUnit(from: "min")
        static let hour = HKUnit(from: "hr")
        static let day = HKUnit(from: "d")
        static let hertz = HKUnit(from: "Hz")
        static let meter = HKUnit(from: "m")
        static let inch = HKUnit(from: "in")
        static let foot = HKUnit(from: "ft")
        static let yard = HKUnit(from: "yd")
        static let mile = HKUnit(from: "mi")
        static let gram = HKUnit(from: "g")
        static let ounce = HKUnit(from: "oz")
        static let pound = HKUnit(from: "lb")
        static let stone = HKUnit(from: "st")
        static let liter = HKUnit(from: "L")
        static let fluidOunceUS = HKUnit(from: "fl_oz_us")
        static let fluidOunceImperial = HKUnit(from: "fl_oz_imp")
        static let cupUS = HKUnit(from: "cup_us")
        static let pintUS = HKUnit(from: "pt_us")
        static let joule = HKUnit(from: "J")
        static let kilocalorie = HKUnit(from: "kcal")
        static let largeCalorie = HKUnit(from: "Cal")
        static let smallCalorie = HKUnit(from: "cal")
        static let kelvin = HKUnit(from: "K")
        static let degreeCelsius = HKUnit(from: "degC")
        static let degreeFahrenheit = HKUnit(from: "degF")
    }
}
