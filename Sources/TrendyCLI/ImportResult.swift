import Foundation
import TrendyArchive
import TrendyHealth
import TrendyImport
import TrendyKit
import TrendyModel
import TrendyStore

/// The result of an import.
struct ImportResult: Encodable {
    struct Inference: Encodable {
        let order: [String]
        let meanError: Double
        let defaultMeanError: Double
    }

    struct Verification: Encodable {
        struct Day: Encodable {
            let day: String
            let error: Double
        }

        let days: Int
        let withinOnePercent: Int
        let worstDay: String?
        let worstError: Double?
        /// The error of each day, as a share of Apple's sum.
        let errors: [Day]
    }

    /// The largest relative error at which a day's sum agrees with Apple's.
    static let agreement = 0.01

    /// What became of the records of one type.
    struct Kind: Encodable {
        /// Apple's identifier, or the name of the element.
        let identifier: String
        let records: Int
        let used: Int
        let skipped: [String: Int]
        /// Whether this version does not know the type: its unit and the way of aggregation are
        /// guessed.
        let isUnknown: Bool

        init(_ identifier: String, _ kind: ImportSummary.Kind) {
            self.identifier = identifier
            records = kind.records
            used = kind.used
            isUnknown = kind.isUnknown
            skipped = Dictionary(
                uniqueKeysWithValues: kind.rejections.map { ($0.key.rawValue, $0.value) }
            )
        }

        /// The identifier without Apple's prefix.
        var name: String {
            let prefixes = ["HKQuantityTypeIdentifier", "HKCategoryTypeIdentifier", "HKDataType"]
            let prefix = prefixes.first { identifier.hasPrefix($0) } ?? ""
            return String(identifier.dropFirst(prefix.count))
        }
    }

    /// The records of each type, by identifier.
    let kinds: [Kind]
    let created: Int
    let updated: Int
    let deleted: Int
    let unchanged: Int
    let kept: Int
    let records: Int
    let used: Int
    let skipped: [String: Int]
    let bytes: Int64
    let exportedAt: String?
    let warning: String?
    /// The routes of workouts that could not be read.
    let routeWarning: String?
    /// The electrocardiograms that could not be read.
    let electrocardiogramWarning: String?
    let verification: Verification?
    let sourceOrder: Inference?
    /// The samples in the archive; `nil` when they are not kept.
    let samples: KeptSamples?

    func describe() {
        Console.text(
            "Read \(records) records of \(plural(kinds.count, "kind")); kept \(used)."
        )
        Console.text(
            "\(plural(created, "new event")), \(updated) changed, \(unchanged) unchanged."
        )
        if deleted > 0 { Console.text("Deleted \(plural(deleted, "event")).") }
        if kept > 0 {
            Console.text(
                "Kept \(plural(kept, "event")): another device has more data, or you deleted it."
            )
        }
        for (reason, count) in skipped.sorted(by: { $0.key < $1.key }) {
            Console.text("Ignored \(count): \(reason).")
            for kind in kinds {
                guard let part = kind.skipped[reason] else { continue }
                Console.text("    \(kind.name): \(part)")
            }
        }
        for kind in kinds where kind.used == 0 && kind.skipped.isEmpty {
            Console.text("Not kept: \(kind.records) of \(kind.name), which Trendy cannot show.")
        }
        let unknown = kinds.filter { $0.isUnknown && $0.used > 0 }
        if !unknown.isEmpty {
            let names = unknown.map { "\($0.name) (\($0.used))" }.joined(separator: ", ")
            Console.text(
                "New to this version, so that the way to sum them up is a guess: \(names)."
            )
        }
        samples?.describe()
        for warning in [warning, routeWarning, electrocardiogramWarning].compactMap(\.self) {
            Console.text(Style.error.paint("Warning: ") + "\(warning)")
        }
        if let fit = sourceOrder {
            let from = String(format: "%.2f %%", fit.defaultMeanError * 100)
            let error = String(format: "%.2f %%", fit.meanError * 100)
            let order = fit.order.joined(separator: ", ")
            Console.text(
                order.isEmpty
                    ? "Apple's default order of sources fits best: the mean error is \(from)."
                    : "Sources in the order \(order): the mean error is \(error), not \(from)."
            )
        }
        guard let verification else { return }
        Console.text(
            "Active energy agrees with Apple's within 1 % on \(verification.withinOnePercent) of "
                + "\(verification.days) days."
        )
        if let day = verification.worstDay, let error = verification.worstError {
            Console.text("Largest error: \(day), \(String(format: "%+.2f", error * 100)) %.")
        }
        for day in verification.errors where abs(day.error) > Self.agreement {
            Console.text("    \(day.day) \(String(format: "%+.2f", day.error * 100)) %")
        }
    }
}

extension ImportResult {
    init(
        _ outcome: DerivedOutcome,
        _ summary: ImportSummary,
        _ verification: Verification?,
        _ inference: SourcePriorityInference?,
        _ kept: SampleImportSummary?
    ) {
        self.init(
            kinds: summary.kinds.sorted { $0.key < $1.key }.map { Kind($0.key, $0.value) },
            created: outcome.created,
            updated: outcome.updated,
            deleted: outcome.deleted,
            unchanged: outcome.unchanged,
            kept: outcome.skipped,
            records: summary.records,
            used: summary.used,
            skipped: Dictionary(
                uniqueKeysWithValues: summary.rejections.map { ($0.key.rawValue, $0.value) }
            ),
            bytes: summary.bytes,
            exportedAt: summary.exportedAt?.rfc3339,
            warning: summary.warning,
            routeWarning: summary.routeWarning,
            electrocardiogramWarning: summary.electrocardiogramWarning,
            verification: verification,
            sourceOrder: inference.map {
                .init(
                    order: $0.order,
                    meanError: $0.meanError,
                    defaultMeanError: $0.defaultMeanError
                )
            },
            samples: kept.map { KeptSamples($0) }
        )
    }
}
