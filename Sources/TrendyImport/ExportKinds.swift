import TrendyHealth
import TrendyModel

/// The types of records of an export, looked up by the bytes of their names: those of the catalogue
/// and, as they are met, all others.
struct ExportKinds {
    /// The maximum number of types that the catalogue does not have; HealthKit has 190 in all.
    private static let maximumUnknown = 500
    /// The maximum length of a name in bytes.
    private static let maximumNameBytes = 200

    /// The metrics of the catalogue that have samples, by the index of their spool.
    let metrics: [HealthMetric]
    /// The types; those after the catalogue's are unknown.
    private(set) var kinds: [ExportKind] = []
    /// The number of unknown types so far.
    private var unknown = 0
    private let knownCount: Int
    private var indices: [String: Int] = [:]
    private var names: [[UInt8]] = []
    /// The type of the last record: an export groups its records by type.
    private var last: (index: Int, isValid: Bool) = (0, false)

    init() {
        metrics = HealthMetric.allCases.filter { metric in
            metric.types.contains { $0.kind != .workout && $0.kind != .summary }
        }
        var order: [String] = []
        var found: [String: (targets: [ExportKind.Target], kind: HealthType.Kind)] = [:]
        for (spool, metric) in metrics.enumerated() {
            for (index, type) in metric.types.enumerated() {
                if found[type.identifier] == nil { order.append(type.identifier) }
                found[type.identifier, default: ([], type.kind)].targets.append(
                    ExportKind.Target(spool: spool, type: UInt8(index))
                )
            }
        }
        for identifier in order {
            guard let (targets, kind) = found[identifier] else { continue }
            indices[identifier] = kinds.count
            names.append(Array(identifier.utf8))
            kinds.append(ExportKind(identifier: identifier, targets: targets, kind: kind))
        }
        knownCount = kinds.count
        for (alias, identifier) in HealthMetric.aliases { indices[alias] = indices[identifier] }
    }

    /// The number of spools: one for each metric of the catalogue, then one for each unknown type.
    var spoolCount: Int { metrics.count + unknown }

    subscript(index: Int) -> ExportKind {
        get { kinds[index] }
        _modify { yield &kinds[index] }
    }

    /// The index of the type of a record, which is added when it is new; `nil` when there are too
    /// many types.
    mutating func index(of name: UnsafeRawBufferPointer) -> Int? {
        if last.isValid, names[last.index].withUnsafeBytes({ $0.elementsEqual(name) }) {
            return last.index
        }
        let bytes = UnsafeRawBufferPointer(rebasing: name.prefix(Self.maximumNameBytes))
        let identifier = xmlText(bytes)
        if let index = indices[identifier] {
            last = (index, names[index].count == name.count)
            return index
        }
        guard unknown < Self.maximumUnknown else { return nil }
        let index = kinds.count
        indices[identifier] = index
        names.append(Array(bytes))
        kinds.append(
            ExportKind(
                identifier: identifier,
                targets: [.init(spool: metrics.count + unknown, type: 0)],
                kind: nil
            )
        )
        unknown += 1
        last = (index, true)
        return index
    }

    /// Whether records of a type are used.
    func isKnown(_ name: UnsafeRawBufferPointer) -> Bool {
        indices[String(decoding: name, as: UTF8.self)] != nil
    }

    /// The metrics of all spools; those of unknown types are inferred from their samples.
    ///
    /// Of several unknown types with the same words, the one whose identifier is first in
    /// alphabetical order has the plain name, so that the order of the file decides nothing.
    func allMetrics() -> [HealthMetric] {
        let unknown = kinds[knownCount...]
        let plain = unknown.map { Self.inferred($0, isNameTaken: false) }
        let owners = Dictionary(
            zip(plain.map(\.rawValue), unknown.map(\.identifier)),
            uniquingKeysWith: min
        )
        return metrics
            + zip(plain, unknown).map { metric, kind in
                owners[metric.rawValue] == kind.identifier
                    ? metric : Self.inferred(kind, isNameTaken: true)
            }
    }

    private static func inferred(_ kind: ExportKind, isNameTaken: Bool) -> HealthMetric {
        HealthMetric.inferred(
            identifier: kind.identifier,
            unit: kind.unit,
            hasDurations: kind.hasDurations && !kind.hasNegatives,
            values: kind.labels,
            isNameTaken: isNameTaken
        )
    }
}
