import Testing
import TrendyModel
import TrendyStore
import TrendyWire

@testable import TrendySync

@Suite("Reports of this device")
struct DeviceReporterTests {
    private let now = Instant(seconds: 1_000_000)
    private var status: QueueStatus {
        var status = QueueStatus()
        status.pending = 2
        status.failed = 1
        status.oldestPending = now
        return status
    }
    private var reasons: QueueReasons {
        var reasons = QueueReasons()
        reasons.failed = ["validation": 1]
        return reasons
    }
    private var conditions: DeviceReport.Conditions {
        DeviceReport.Conditions(
            observers: [
                DeviceReport.Observer(
                    kind: "steps",
                    isRunning: true,
                    lastCallSeconds: 5,
                    isDelivered: true
                )
            ],
            regions: DeviceReport.Regions(
                places: 1,
                selected: 1,
                monitored: 1,
                refused: 0,
                lastEventSeconds: 9
            )
        )
    }

    /// A reporter whose server has the report of `status`, `reasons` and `conditions`.
    private func reporter() throws -> DeviceReporter {
        var reporter = DeviceReporter(DeviceDescription(name: "Phone", appVersion: "1"))
        let report = try #require(reporter.report(of: status, reasons, conditions, at: now))
        reporter.sent(report, at: now)
        return reporter
    }

    @Test("A report is not repeated because ages grew, or because nothing can be read")
    func unchanged() throws {
        let reporter = try reporter()
        var older = conditions
        older.observers?[0].lastCallSeconds = 65
        older.regions?.lastEventSeconds = 69

        #expect(reporter.report(of: status, reasons, older, at: now + .seconds(60)) == nil)
        #expect(reporter.report(of: status, reasons, nil, at: now + .seconds(60)) == nil)
        #expect(
            reporter.report(of: status, reasons, older, at: now + DeviceReporter.interval) != nil
        )
    }

    @Test("A changed reason, observer, region or permission is reported at once")
    func changed() throws {
        let reporter = try reporter()
        var others = QueueReasons()
        others.failed = ["conflict": 1]
        var stopped = conditions
        stopped.observers?[0].isRunning = false
        var refused = conditions
        refused.regions?.refused = 1
        var denied = conditions
        denied.permissions.location = "denied"

        let later = now + .seconds(1)
        #expect(
            reporter.report(of: status, others, conditions, at: later)?.queue?.failedReasons
                == [DeviceReport.Reason(code: "conflict", count: 1)]
        )
        for conditions in [stopped, refused, denied] {
            #expect(reporter.report(of: status, reasons, conditions, at: later) != nil)
        }
    }

    @Test("Conditions that were never read are absent, and are reported once they are read")
    func unreadConditions() throws {
        let description = DeviceDescription(name: "Phone", appVersion: "1", system: "iOS 18.1")
        var reporter = DeviceReporter(description)
        let first = try #require(reporter.report(of: status, reasons, nil, at: now))
        reporter.sent(first, at: now)

        let later = now + .seconds(1)
        let unread = reporter.report(of: status, reasons, nil, at: later)
        let read = reporter.report(of: status, reasons, conditions, at: later)

        #expect(first.conditions == nil && first.queue != nil)
        #expect(unread == nil)
        #expect(read?.conditions?.system == "iOS 18.1")
        #expect(read?.conditions?.observers == conditions.observers)
    }

    @Test("A report stays within the server's limits")
    func limits() throws {
        var many = QueueReasons()
        for index in 0..<100 { many.failed["code_\(index)"] = index + 1 }
        var conditions = conditions
        let observer = DeviceReport.Observer(kind: "steps", isRunning: true, isDelivered: true)
        conditions.observers = Array(repeating: observer, count: 1000)
        let description = DeviceDescription(
            name: String(repeating: "é", count: 500),
            appVersion: "1",
            system: String(repeating: "x", count: 500)
        )

        let report = try #require(
            DeviceReporter(description).report(of: status, many, conditions, at: now)
        )

        #expect(report.violations.isEmpty)
        #expect(report.queue?.failedReasons.reduce(0) { $0 + $1.count } == 5050)
        #expect(report.queue?.failedReasons.first?.code == "code_99")
    }
}
