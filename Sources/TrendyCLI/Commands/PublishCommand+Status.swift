import TrendyKit
import TrendyModel
import TrendyPublish

extension PublishCommand {
    /// The status as JSON.
    struct StatusOutput: Encodable {
        struct Sink: Encodable {
            let name: String
            let pending: Int
            let oldestPending: String?
            let failed: Int
            let delivered: Int
            let dropped: Int
            let lastDelivery: String?
            let lastError: String?
            let lastErrorAt: String?
            let nextAttempt: String?

            init(_ sink: PublishStatus.Sink) {
                name = sink.name
                pending = sink.pending
                oldestPending = sink.oldestPending?.rfc3339
                failed = sink.failed
                delivered = sink.delivered
                dropped = sink.dropped
                lastDelivery = sink.lastDelivery?.rfc3339
                lastError = sink.lastError
                lastErrorAt = sink.lastErrorAt?.rfc3339
                nextAttempt = sink.nextAttempt?.rfc3339
            }
        }

        struct Failure: Encodable {
            let sink: String
            let reason: String
            let count: Int
        }

        let sinks: [Sink]
        let failures: [Failure]

        init(_ status: PublishStatus?) {
            sinks = status?.sinks.map { Sink($0) } ?? []
            failures =
                status?.failures.map {
                    Failure(sink: $0.sink, reason: $0.reason, count: $0.count)
                } ?? []
        }
    }

    /// Shows the status, also beside a process that publishes.
    func showStatus() throws {
        let profile = try Profile(directory: device.directory)
        let status = try PublishStatus.read(path: profile.publishQueuePath)
        if device.output.json { return try printJSON(StatusOutput(status)) }
        Console.text(
            status.map { Self.text($0) } ?? "Nothing has been published from this device yet."
        )
    }

    /// The status for people.
    static func text(_ status: PublishStatus) -> DisplayText {
        let time = LocalTime()
        var lines: [DisplayText] = []
        for sink in status.sinks {
            lines.append(
                "\(Style.bold.paint("\(sink.name)")): \(sink.pending) waiting, "
                    + "\(sink.delivered) delivered, \(sink.failed) refused"
            )
            if let last = sink.lastDelivery { lines.append("  Last delivery: \(time.text(last))") }
            if let oldest = sink.oldestPending {
                lines.append("  Waiting since: \(time.text(oldest))")
            }
            if let error = sink.lastError, let at = sink.lastErrorAt {
                lines.append("  Last error, \(time.text(at)): \(error)")
            }
            if let next = sink.nextAttempt, sink.pending > 0 {
                lines.append("  Next attempt: \(time.text(next))")
            }
            if sink.dropped > 0 {
                lines.append("  Lost because the queue was full: \(sink.dropped)")
            }
        }
        for failure in status.failures {
            lines.append("\(failure.count) refused by \(failure.sink): \(failure.reason)")
        }
        if !status.failures.isEmpty {
            lines.append("Send them again with --retry-failed.")
        }
        return DisplayText(lines: lines)
    }
}
