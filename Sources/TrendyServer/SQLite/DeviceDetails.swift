import Foundation
import TrendyModel
import TrendyWire

/// The part of a device's report that is stored as JSON, because it is only returned as a whole.
struct DeviceDetails: Codable {
    var queue: DeviceReport.Queue?
    var conditions: DeviceReport.Conditions?

    init(_ report: DeviceReport) {
        queue = report.queue
        conditions = report.conditions
    }

    /// Reads stored details; what cannot be read is left out, as from a device that reports none.
    init(stored: String?) {
        guard let stored, let details = try? UntrustedJSON.decode(Self.self, from: stored.utf8)
        else { return }
        self = details
    }

    /// The stored form; `nil` when there are no details.
    var json: String? {
        get throws {
            guard queue != nil || conditions != nil else { return nil }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }
}
