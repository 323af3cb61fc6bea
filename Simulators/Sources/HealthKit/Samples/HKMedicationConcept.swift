public import Foundation

/// The form of a medication.
@available(iOS 26.0, *)
public struct HKMedicationGeneralForm: RawRepresentable, Hashable, Sendable {
    /// The raw value, which may differ from Apple's (unverified).
    public let rawValue: String

    /// A form from its raw value.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A capsule.
    public static let capsule = HKMedicationGeneralForm(rawValue: "capsule")
    /// A cream.
    public static let cream = HKMedicationGeneralForm(rawValue: "cream")
    /// A device, such as a pump.
    public static let device = HKMedicationGeneralForm(rawValue: "device")
    /// Drops.
    public static let drops = HKMedicationGeneralForm(rawValue: "drops")
    /// Foam.
    public static let foam = HKMedicationGeneralForm(rawValue: "foam")
    /// Gel.
    public static let gel = HKMedicationGeneralForm(rawValue: "gel")
    /// An inhaler.
    public static let inhaler = HKMedicationGeneralForm(rawValue: "inhaler")
    /// An injection.
    public static let injection = HKMedicationGeneralForm(rawValue: "injection")
    /// A liquid.
    public static let liquid = HKMedicationGeneralForm(rawValue: "liquid")
    /// A lotion.
    public static let lotion = HKMedicationGeneralForm(rawValue: "lotion")
    /// An ointment.
    public static let ointment = HKMedicationGeneralForm(rawValue: "ointment")
    /// A patch.
    public static let patch = HKMedicationGeneralForm(rawValue: "patch")
    /// A powder.
    public static let powder = HKMedicationGeneralForm(rawValue: "powder")
    /// A spray.
    public static let spray = HKMedicationGeneralForm(rawValue: "spray")
    /// A suppository.
    public static let suppository = HKMedicationGeneralForm(rawValue: "suppository")
    /// A tablet.
    public static let tablet = HKMedicationGeneralForm(rawValue: "tablet")
    /// Applied to the skin.
    public static let topical = HKMedicationGeneralForm(rawValue: "topical")
    /// Unknown.
    public static let unknown = HKMedicationGeneralForm(rawValue: "unknown")
}

/// A code of a medication in a system of codes.
@available(iOS 26.0, *)
public final class HKClinicalCoding: NSObject, @unchecked Sendable {
    // Unchecked: all state is `let`; the base class has none.

    /// The system, for example `http://www.nlm.nih.gov/research/umls/rxnorm`.
    public let system: String
    /// The version of the system.
    public let version: String?
    /// The code.
    public let code: String

    /// A code in a system.
    public init(system: String, version: String?, code: String) {
        self.system = system
        self.version = version
        self.code = code
        super.init()
    }

    private var fields: [String?] { [system, version, code] }

    /// Compares all properties.
    override public func isEqual(_ object: Any?) -> Bool {
        (object as? HKClinicalCoding)?.fields == fields
    }

    /// The hash of all properties.
    override public var hash: Int { fields.hashValue }
}

/// A medication, independent of the person who takes it.
@available(iOS 26.0, *)
public final class HKMedicationConcept: NSObject, @unchecked Sendable {
    // Unchecked: all state is `let`; the base class has none.

    /// The identifier, which doses name.
    public let identifier: HKHealthConceptIdentifier
    /// The visible name; it can change.
    public let displayText: String
    /// The form.
    public let generalForm: HKMedicationGeneralForm
    /// The codes, if any.
    public let relatedCodings: Set<HKClinicalCoding>

    package init(
        identifier: HKHealthConceptIdentifier,
        displayText: String,
        generalForm: HKMedicationGeneralForm,
        relatedCodings: Set<HKClinicalCoding>
    ) {
        self.identifier = identifier
        self.displayText = displayText
        self.generalForm = generalForm
        self.relatedCodings = relatedCodings
        super.init()
    }
}
