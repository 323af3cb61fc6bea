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
}
