#if canImport(HealthKit)
import Foundation
import HealthKit
import TrendyHealth
import TrendyModel

/// Four bytes of a UUID: enough to tell a day's samples from others.
func stamp(of uuid: UUID) -> UInt32 {
    let bytes = uuid.uuid
    return SampleFingerprint.sample(
        UInt32(bytes.12) << 24 | UInt32(bytes.13) << 16 | UInt32(bytes.14) << 8 | UInt32(bytes.15)
    )
}

/// The spans that samples touch, in order and apart from each other; gaps of less than a day are
/// filled.
struct SampleSpans {
    let spans: [Range<Instant>]

    init(_ samples: [HKSample]) {
        var spans: [Range<Instant>] = []
        let bounds = samples.map {
            (start: Instant(wholeSecondOf: $0.startDate), end: Instant(wholeSecondOf: $0.endDate))
        }.filter {
            // A sample whose dates cannot be true is in no day.
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
    /// The whole second that a date lies in: what HealthKit and an export of it both know.
    ///
    /// A date beyond all calendars becomes the first or the last instant there is; one that is no
    /// number the first.
    init(wholeSecondOf date: Date) {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        let limit = 9_000_000_000_000.0
        self.init(seconds: seconds.isNaN ? Int64(-limit) : Int64(min(max(seconds, -limit), limit)))
    }

    var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
}

extension HealthSourceDescription {
    /// Who saved a sample.
    ///
    /// What a device's own system saves has a bundle identifier under `com.apple.health.`.
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
