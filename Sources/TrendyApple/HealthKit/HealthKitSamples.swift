#if canImport(HealthKit)
import Foundation
import HealthKit
import TrendyHealth
import TrendyModel

/// A 32-bit fingerprint from the last four bytes of a sample's UUID, enough to distinguish the
/// samples of a day.
func fingerprint(of uuid: UUID) -> UInt32 {
    let bytes = uuid.uuid
    return SampleFingerprint.sample(
        UInt32(bytes.12) << 24 | UInt32(bytes.13) << 16 | UInt32(bytes.14) << 8 | UInt32(bytes.15)
    )
}

/// The disjoint intervals that samples cover, in order; gaps of less than a day are merged.
struct SampleSpans {
    let spans: [Range<Instant>]

    init(_ samples: [HKSample]) {
        var spans: [Range<Instant>] = []
        let bounds = samples.map {
            (start: Instant(wholeSecondOf: $0.startDate), end: Instant(wholeSecondOf: $0.endDate))
        }.filter {
            // Samples with implausible dates belong to no day.
            SampleRejection.of(.span, start: $0.start, end: $0.end, value: 0) == nil
        }
        for (start, end) in bounds.sorted(by: { $0.start < $1.start }) {
            let span = start..<max(end, start) + .seconds(1)
            if let last = spans.last, span.lowerBound - last.upperBound < .seconds(86_400) {
                spans[spans.count - 1] =
                    last.lowerBound..<max(last.upperBound, span.upperBound)
            } else {
                spans.append(span)
            }
        }
        self.spans = spans
    }
}

extension Instant {
    /// The instant of a date, rounded down to the whole second, which HealthKit and its export have
    /// in common.
    ///
    /// Dates out of range are clamped; NaN becomes the earliest instant.
    init(wholeSecondOf date: Date) {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        let limit = 9_000_000_000_000.0
        self.init(seconds: seconds.isNaN ? Int64(-limit) : Int64(min(max(seconds, -limit), limit)))
    }

    var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
}

extension HealthSourceDescription {
    /// The source of a sample.
    ///
    /// Bundle identifiers under `com.apple.health.` belong to Apple's own devices.
    init(_ revision: HKSourceRevision) {
        let isDevice = revision.source.bundleIdentifier.hasPrefix("com.apple.health.")
        let product = revision.productType ?? ""
        let kind: Kind =
            if isDevice, product.hasPrefix("Watch") {
                .watch
            } else if isDevice, ["iPhone", "iPod", "iPad"].contains(where: product.hasPrefix) {
                .phone
            } else {
                .thirdParty
            }
        self.init(name: revision.source.name, kind: kind)
    }
}
#endif
