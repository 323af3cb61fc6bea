import Synchronization
import TrendyFileImport
import TrendyHealth
import TrendyLocalization
import TrendyWeb

/// The progress of a running import, set by its thread and read by pages.
final class ImportProgressBox: Sendable {
    private let progress = Mutex<FileImportProgress?>(nil)

    /// Sets the progress.
    func set(_ value: FileImportProgress) {
        progress.withLock { $0 = value }
    }

    /// The state in words.
    var state: WebUpload.State {
        switch progress.withLock({ $0 }) {
        case nil: .importing(step: Strings.WebTransfer.preparing(), fraction: nil)
        case .checking(let done, let total):
            .importing(
                step: Strings.WebTransfer.checking(),
                fraction: Self.fraction(done, total)
            )
        case .reading(let done, let total):
            .importing(
                step: Strings.WebTransfer.reading(),
                fraction: Self.fraction(done, total)
            )
        case .computing(let metric, let done, let total):
            .importing(
                step: Strings.WebTransfer.computing(["metric": metric.text]),
                fraction: Self.fraction(Int64(done), Int64(total))
            )
        }
    }

    private static func fraction(_ done: Int64, _ total: Int64?) -> Double? {
        guard let total, total > 0 else { return nil }
        return min(1, max(0, Double(done) / Double(total)))
    }
}
