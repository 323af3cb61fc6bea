// The values of categories of reproductive health.

/// The amount of vaginal bleeding.
@available(iOS 18.0, *)
public enum HKCategoryValueVaginalBleeding: Int, Sendable {
    /// Of unknown amount.
    case unspecified = 1
    /// Light.
    case light = 2
    /// Medium.
    case medium = 3
    /// Heavy.
    case heavy = 4
    /// None.
    case none = 5
}

/// The former name of ``HKCategoryValueVaginalBleeding``.
@available(iOS, introduced: 9.0, deprecated: 18.0)
public enum HKCategoryValueMenstrualFlow: Int, Sendable {
    /// Of unknown amount.
    case unspecified = 1
    /// Light.
    case light = 2
    /// Medium.
    case medium = 3
    /// Heavy.
    case heavy = 4
    /// None.
    case none = 5
}

/// The quality of cervical mucus.
@available(iOS 9.0, *)
public enum HKCategoryValueCervicalMucusQuality: Int, Sendable {
    /// Dry.
    case dry = 1
    /// Sticky.
    case sticky = 2
    /// Creamy.
    case creamy = 3
    /// Watery.
    case watery = 4
    /// Like egg white.
    case eggWhite = 5
}

/// The result of an ovulation test.
@available(iOS 9.0, *)
public enum HKCategoryValueOvulationTestResult: Int, Sendable {
    /// Negative.
    case negative = 1
    /// A surge of the luteinizing hormone.
    case luteinizingHormoneSurge = 2
    /// Indeterminate.
    case indeterminate = 3
    /// A surge of estrogen.
    case estrogenSurge = 4

    /// The former name of ``luteinizingHormoneSurge``.
    public static var positive: HKCategoryValueOvulationTestResult { .luteinizingHormoneSurge }
}

/// The result of a pregnancy test.
@available(iOS 15.0, *)
public enum HKCategoryValuePregnancyTestResult: Int, Sendable {
    /// Negative.
    case negative = 1
    /// Positive.
    case positive = 2
    /// Indeterminate.
    case indeterminate = 3
}

/// The result of a progesterone test.
@available(iOS 15.0, *)
public enum HKCategoryValueProgesteroneTestResult: Int, Sendable {
    /// Negative.
    case negative = 1
    /// Positive.
    case positive = 2
    /// Indeterminate.
    case indeterminate = 3
}

/// The kind of contraceptive.
@available(iOS 14.3, *)
public enum HKCategoryValueContraceptive: Int, Sendable {
    /// Of unknown kind.
    case unspecified = 1
    /// An implant.
    case implant = 2
    /// An injection.
    case injection = 3
    /// An intrauterine device.
    case intrauterineDevice = 4
    /// An intravaginal ring.
    case intravaginalRing = 5
    /// A pill.
    case oral = 6
    /// A patch.
    case patch = 7
}
