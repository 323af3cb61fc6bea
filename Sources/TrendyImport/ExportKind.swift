import TrendyHealth
import TrendyModel

/// A type of records while an export is read: the metrics that use it, what becomes of its records
/// and, for a type that the catalogue does not have, what its samples tell.
struct ExportKind {
    /// A metric that uses the type.
    struct Target {
        /// The index of the metric's spool.
        let spool: Int
        /// The index of the type in the metric.
        let type: UInt8
    }

    /// The maximum number of distinct values of an unknown type.
    private static let maximumLabels = 100

    /// Apple's identifier.
    let identifier: String
    /// The metrics that use the type.
    let targets: [Target]
    /// The kind of value; `nil` for a type that the catalogue does not have.
    let kind: HealthType.Kind?
    /// What becomes of its records.
    var count = ImportSummary.Kind()
    /// Whether any sample of an unknown type ends after it starts.
    private(set) var hasDurations = false
    /// Whether any sample of an unknown type is negative.
    private(set) var hasNegatives = false
    /// The unit of an unknown type; `nil` when its samples have no amount.
    private(set) var unit: HealthUnit?
    /// The constants that samples of an unknown type have as values.
    private(set) var labels: [String] = []

    /// The last printed unit and its conversion, because neighbouring records share their unit.
    private var lastUnit: [UInt8]?
    private var lastConversion: ExportConversion?
    /// The last printed constant and its number.
    private var lastLabel: [UInt8]?
    private var lastValue = 0.0

    init(identifier: String, targets: [Target], kind: HealthType.Kind?) {
        self.identifier = identifier
        self.targets = targets
        self.kind = kind
    }

    /// Parses the value of a record in the stored unit; `nil` when it is missing or does not fit.
    mutating func number(
        _ value: UnsafeRawBufferPointer,
        unit: UnsafeRawBufferPointer
    ) -> Double? {
        switch kind {
        case .quantity(let wanted, _): return amount(value, unit, in: wanted)
        case .sleepAnalysis:
            return number(of: value) { label in
                SleepStage(exportLabel: label).map { Double($0.rawValue) }
            }
        case .category(let values):
            // Types without values had none in exports of older versions.
            if value.isEmpty { return 0 }
            return number(of: value) { label in
                Double(Int(label).map { values.known($0) } ?? values.rawValue(ofLabel: label))
            }
        case .span: return 0
        case .workout, .summary: return nil
        case nil: return unknownNumber(value, unit)
        }
    }

    /// Validates a sample; `nil` when it is valid.
    mutating func rejection(start: Instant, end: Instant, value: Double) -> SampleRejection? {
        guard let kind else {
            if end > start { hasDurations = true }
            if value < 0, unit != nil { hasNegatives = true }
            return SampleRejection.of(
                unit.map { .quantity($0, plausible: -1e9...1e9) } ?? .span,
                start: start,
                end: end,
                value: value
            )
        }
        return SampleRejection.of(kind, start: start, end: end, value: value)
    }

    private mutating func amount(
        _ value: UnsafeRawBufferPointer,
        _ unit: UnsafeRawBufferPointer,
        in wanted: HealthUnit
    ) -> Double? {
        if lastUnit.map({ !$0.withUnsafeBytes { $0.elementsEqual(unit) } }) ?? true {
            lastUnit = Array(unit.prefix(64))
            lastConversion = ExportUnits.conversion(unit, to: wanted)
        }
        guard let conversion = lastConversion, let number = ExportNumbers.parse(value) else {
            return nil
        }
        if conversion.offset == 0, !conversion.isPercentage {
            return ExportAmounts.amount(number, as: value, times: conversion.factor, in: wanted)
        }
        return conversion(number)
    }

    /// The number of a printed constant.
    private mutating func number(
        of label: UnsafeRawBufferPointer,
        _ find: (String) -> Double?
    ) -> Double? {
        if let lastLabel, lastLabel.withUnsafeBytes({ $0.elementsEqual(label) }) {
            return lastValue
        }
        guard let value = find(String(decoding: label.prefix(200), as: UTF8.self)) else {
            return nil
        }
        lastLabel = Array(label)
        lastValue = value
        return value
    }

    /// The amount in the unit of the first record of an unknown type, or the number of its value.
    private mutating func unknownNumber(
        _ value: UnsafeRawBufferPointer,
        _ printed: UnsafeRawBufferPointer
    ) -> Double? {
        if !printed.isEmpty, unit == nil, labels.isEmpty, count.used == 0 {
            unit = HealthUnit(
                rawValue: xmlText(UnsafeRawBufferPointer(rebasing: printed.prefix(64)))
            )
        }
        if let unit {
            if printed.elementsEqual(unit.rawValue.utf8), unit != .percent {
                return ExportNumbers.parse(value)
            }
            return amount(value, printed, in: unit)
        }
        guard printed.isEmpty else { return nil }
        if value.isEmpty { return 0 }
        let text = xmlText(UnsafeRawBufferPointer(rebasing: value.prefix(200)))
        if let index = labels.firstIndex(of: text) { return Double(index) }
        guard labels.count < Self.maximumLabels else { return Double(HealthValueSet.unknownValue) }
        labels.append(text)
        return Double(labels.count - 1)
    }
}

extension SleepStage {
    /// The stage of a constant that an export prints; `nil` for an unknown one.
    fileprivate init?(exportLabel: String) {
        let stages: [String: SleepStage] = [
            "HKCategoryValueSleepAnalysisInBed": .inBed,
            "HKCategoryValueSleepAnalysisAsleep": .asleepUnspecified,
            "HKCategoryValueSleepAnalysisAsleepUnspecified": .asleepUnspecified,
            "HKCategoryValueSleepAnalysisAwake": .awake,
            "HKCategoryValueSleepAnalysisAsleepCore": .asleepCore,
            "HKCategoryValueSleepAnalysisAsleepDeep": .asleepDeep,
            "HKCategoryValueSleepAnalysisAsleepREM": .asleepREM,
        ]
        guard let stage = stages[exportLabel] else { return nil }
        self = stage
    }
}
