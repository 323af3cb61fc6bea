// Other measurements.

extension HKQuantityTypeIdentifier {
    /// Blood alcohol content.
    public static let bloodAlcoholContent = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierBloodAlcoholContent"
    )
    /// Blood pressure diastolic.
    public static let bloodPressureDiastolic = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierBloodPressureDiastolic"
    )
    /// Blood pressure systolic.
    public static let bloodPressureSystolic = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierBloodPressureSystolic"
    )
    /// Delivered insulin.
    @available(iOS 11.0, *)
    public static let insulinDelivery = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierInsulinDelivery"
    )
    /// Alcoholic drinks.
    @available(iOS 15.0, *)
    public static let numberOfAlcoholicBeverages = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierNumberOfAlcoholicBeverages"
    )
    /// Falls.
    public static let numberOfTimesFallen = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierNumberOfTimesFallen"
    )
    /// Time in daylight.
    @available(iOS 17.0, *)
    public static let timeInDaylight = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierTimeInDaylight"
    )
    /// Ultraviolet index of exposure.
    @available(iOS 9.0, *)
    public static let uvExposure = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierUVExposure"
    )
    /// Water temperature.
    @available(iOS 16.0, *)
    public static let waterTemperature = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierWaterTemperature"
    )
}
