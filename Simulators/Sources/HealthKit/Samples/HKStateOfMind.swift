public import Foundation

/// A feeling that the person logged.
@available(iOS 18.0, *)
public final class HKStateOfMind: HKSample, @unchecked Sendable {
    /// The period that it describes.
    public let kind: Kind
    /// From -1 (very unpleasant) to 1 (very pleasant).
    public let valence: Double
    /// Words for the feeling.
    public let labels: [Label]
    /// The parts of life that the feeling is about.
    public let associations: [Association]

    package init(
        _ record: HKObjectRecord,
        date: Date,
        kind: Kind,
        valence: Double,
        labels: [Label],
        associations: [Association]
    ) {
        precondition((-1...1).contains(valence), "A valence must be between -1 and 1.")
        self.kind = kind
        self.valence = valence
        self.labels = labels
        self.associations = associations
        super.init(record, type: HKObjectType.stateOfMindType(), start: date, end: date)
    }

    /// A state of mind created by the app.
    public convenience init(
        date: Date,
        kind: Kind,
        valence: Double,
        labels: [Label],
        associations: [Association],
        metadata: [String: Any]? = [:]
    ) {
        self.init(
            HKObjectRecord(made: "HKStateOfMind", device: nil, metadata: metadata),
            date: date,
            kind: kind,
            valence: valence,
            labels: labels,
            associations: associations
        )
    }

    /// The range of pleasantness of the valence.
    public var valenceClassification: ValenceClassification {
        ValenceClassification(valence: valence) ?? .neutral
    }

    override package func copy(_ record: HKObjectRecord) -> HKSample {
        HKStateOfMind(
            record,
            date: startDate,
            kind: kind,
            valence: valence,
            labels: labels,
            associations: associations
        )
    }
}
