import Foundation
import TrendyModel
package import TrendyWire

/// The part of a device's report that is stored as JSON, because it is only returned as a whole.
package struct DeviceDetails: Codable, Sendable {
    /// The states of the device's queue.
    package var queue: DeviceReport.Queue?
    /// The conditions of the device.
    package var conditions: DeviceReport.Conditions?

    /// Takes the details out of a report.
    package init(_ report: DeviceReport) {
        queue = report.queue
        conditions = report.conditions
    }

    /// Reads stored details; what cannot be read is left out, as from a device that reports none.
    package init(stored: String?) {
        guard let stored, let details = try? UntrustedJSON.decode(Self.self, from: stored.utf8)
        else { return }
        self = details
    }

    /// The stored form; `nil` when there are no details.
    package var json: String? {
        get throws {
            guard queue != nil || conditions != nil else { return nil }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }
}
