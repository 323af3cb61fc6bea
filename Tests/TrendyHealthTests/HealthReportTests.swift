import Testing
import TrendyHealth
import TrendyModel
import TrendyStore

@Suite("Health report")
struct HealthReportTests {
    /// The findings at a time after noon of the day with the last sample.
    private func findings(
        _ device: CapturingDevice,
        hours: Int
    ) async throws -> [HealthReport.Finding] {
        let now = at("2026-01-05T12:00:00Z") + .seconds(Int64(hours) * 3600)
        return try await HealthReport(of: device.store, at: now).findings.filter {
            switch $0 {
            case .failed(let category, _), .refused(let category, _), .overdue(let category, _):
                category == .steps
            }
        }
    }

    @Test("A daily category without samples for 26 hours is reported")
    func overdue() async throws {
        let device = try CapturingDevice()
        device.source.set(
            .steps,
            [HealthSample("2026-01-05T11:50:00Z", "2026-01-05T12:00:00Z", 10)]
        )
        _ = try await device.capture(.steps)

        #expect(try await findings(device, hours: 26).isEmpty)
        let overdue = try await findings(device, hours: 27)
        #expect(overdue == [.overdue(.steps, .seconds(27 * 3600))])
    }

    @Test("A sample dated years ahead does not suppress the report")
    func dateAhead() async throws {
        let device = try CapturingDevice()
        device.source.set(
            .steps,
            [
                HealthSample("2026-01-05T11:50:00Z", "2026-01-05T12:00:00Z", 10),
                HealthSample("2030-01-05T11:50:00Z", "2030-01-05T12:00:00Z", 10),
            ]
        )
        _ = try await device.capture(.steps)

        #expect(try await findings(device, hours: 27).count == 1)
    }

    @Test("A category without any sample is reported once its gap since the import has passed")
    func neverAny() async throws {
        // The device's clock says 2026-01-09, 23:06.
        let device = try CapturingDevice()
        device.source.set(.steps, [])
        _ = try await device.capture(.steps)

        #expect(try await findings(device, hours: 5 * 24).isEmpty)
        #expect(try await findings(device, hours: 6 * 24).count == 1)
    }

    @Test("Refused background delivery is reported until it is accepted")
    func refusal() async throws {
        let device = try CapturingDevice()
        try await device.store.write {
            try $0.health.update(category: "steps", refusal: .healthData(.denied, details: nil))
        }
        #expect(
            try await findings(device, hours: 0)
                == [.refused(.steps, .healthData(.denied, details: nil))]
        )

        try await device.store.write { try $0.health.update(category: "steps", refusal: nil) }
        #expect(try await findings(device, hours: 0).isEmpty)
    }

    @Test("More rejected samples than the limit are reported as at least the limit")
    func manyRejections() async throws {
        let device = try CapturingDevice()
        let reason = SampleRejection.impossibleValue.rawValue
        func rejectionText() async throws -> String? {
            try await HealthReport(of: device.store, at: at("2026-01-05T12:00:00Z")).lines
                .first { $0.category == "steps" }?.rejectionText
        }
        try await device.store.write {
            try $0.health.update(category: "steps", rejections: [7: reason], removed: [])
        }
        let one = try await rejectionText()

        let most = HealthRecords.maximumSampleRejections
        let many = Dictionary(uniqueKeysWithValues: (0...UInt32(most)).map { ($0, reason) })
        try await device.store.write {
            try $0.health.update(category: "steps", rejections: many, removed: [])
        }

        #expect(one == "1 × \(reason)")
        #expect(try await rejectionText() == "at least \(most) × \(reason)")
    }

    @Test("A category that is switched off has no finding, and a failure precedes a refusal")
    func findings() async throws {
        let device = try CapturingDevice()
        let denied = FailureReason.healthData(.denied, details: nil)
        let failed = FailureReason.healthData(.failed, details: "Disk")
        try await device.store.write {
            try $0.health.update(category: "steps", refusal: denied)
            try $0.health.update(category: "steps", failure: failed)
        }
        #expect(try await findings(device, hours: 0) == [.failed(.steps, failed)])

        try await device.store.write { transaction in
            try transaction.health.changeSettings(category: "steps") { $0.isEnabled = false }
        }
        #expect(try await findings(device, hours: 0).isEmpty)
        let report = try await HealthReport(of: device.store, at: at("2026-01-05T12:00:00Z"))
        let line = try #require(report.lines.first { $0.category == "steps" })
        #expect(report.lines.map(\.category) == HealthMetric.allCases.map(\.rawValue))
        #expect(!line.isEnabled && line.failure == failed && line.refusal == denied)
        #expect(line.rejections == nil && line.rejectionText == nil && line.importedDays == nil)
    }

    @Test("Nothing is overdue that is imported, or whose first import has not ended")
    func notOverdue() async throws {
        let device = try CapturingDevice()
        device.source.set(
            .steps,
            [HealthSample("2026-01-05T11:50:00Z", "2026-01-05T12:00:00Z", 10)]
        )
        _ = try await device.capture(.steps)
        let now = at("2026-01-20T12:00:00Z")
        let imports = try await HealthReport(of: device.store, at: now, delivery: .imports)
        let live = try await HealthReport(of: device.store, at: now)
        #expect(imports.findings.isEmpty)
        #expect(live.findings == [.overdue(.steps, .seconds(15 * 86_400))])

        let importing = try CapturingDevice()
        let day = try #require(CalendarDay("2026-01-05"))
        try await importing.store.write {
            try $0.health.beginBackfill(category: "steps", anchor: [1], days: [day...day])
        }
        let report = try await HealthReport(of: importing.store, at: now)
        #expect(report.findings.isEmpty)
        let line = report.lines.first { $0.category == "steps" }
        #expect(line?.importedDays == 0 && line?.daysToImport == 1 && line?.importEndsAt == nil)
    }

    @Test("The end of an import is estimated from the days done, but not before its beginning")
    func importEnd() async throws {
        // The device's clock says 2026-01-09, 23:06:40.
        let device = try CapturingDevice()
        let first = try #require(CalendarDay("2025-12-01"))
        try await device.store.write {
            try $0.health.beginBackfill(
                category: "steps",
                anchor: [1],
                days: [first...first.advanced(by: 9)]
            )
            _ = try $0.health.apply(
                DerivedPage(
                    category: "steps",
                    days: [first.advanced(by: 4)...first.advanced(by: 9)],
                    eventTypes: [],
                    results: [],
                    backfill: [first...first.advanced(by: 3)]
                )
            )
        }
        func end(at time: String) async throws -> String? {
            let report = try await HealthReport(of: device.store, at: at(time))
            let line = try #require(report.lines.first { $0.category == "steps" })
            #expect(line.importedDays == 6 && line.daysToImport == 10)
            return line.importEndsAt
        }

        #expect(try await end(at: "2026-01-09T23:07:10Z") == at("2026-01-09T23:07:30Z").rfc3339)
        #expect(try await end(at: "2026-01-09T23:06:40Z") == nil)
        #expect(try await end(at: "2026-01-09T23:06:00Z") == nil)
    }

    @Test("Rejected samples are listed by reason, also one of a later version")
    func rejectionReasons() async throws {
        let device = try CapturingDevice()
        let known = SampleRejection.endBeforeStart.rawValue
        try await device.store.write {
            try $0.health.update(
                category: "steps",
                rejections: [
                    1: "wrong phase of the moon", 2: known, 3: known, 4: "a later reason",
                ],
                removed: []
            )
        }

        let report = try await HealthReport(of: device.store, at: at("2026-01-05T12:00:00Z"))

        let line = try #require(report.lines.first { $0.category == "steps" })
        #expect(
            line.rejections == [known: 2, "wrong phase of the moon": 1, "a later reason": 1]
        )
        #expect(
            line.rejectionText
                == "1 × a later reason, 2 × \(known), 1 × wrong phase of the moon"
        )
    }
}
