import Foundation
import Testing
import TrendyHealth
import TrendyImport
import TrendyModel
import TrendyStore

@Suite("An export without a date")
struct UndatedExportTests {
    /// Steps on days of December 2025, as a number of samples of a hundred steps each.
    private static func days(_ samples: KeyValuePairs<Int, Int>, more: String = "") -> String {
        samples.map { day, count in
            (0..<count).map { hour in
                record("2025-12-\(day) 1\(hour):00:00 +0000")
            }.joined()
        }.joined() + more
    }

    private static func record(_ time: String) -> String {
        """
        <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" \
        startDate="\(time)" endDate="\(time)" value="100"/>
        """
    }

    private static let newer = days([20: 2, 21: 1, 22: 1])
    private static let older = days([19: 1, 20: 1])
    private static let date = "<ExportDate value=\"2025-12-23 09:00:00 +0000\"/>"

    /// Imports exports one after the other, and returns the steps by day.
    private static func steps(
        importing exports: [String],
        _ check: @escaping @Sendable ([String: String]) -> Void
    ) {
        let directory =
            FileManager.default.temporaryDirectory.path + "/undated-\(UUID().uuidString)"
        CapturingPhone.live { phone in
            try FileManager.default.createDirectory(
                atPath: directory,
                withIntermediateDirectories: true
            )
            defer { try? FileManager.default.removeItem(atPath: directory) }  // it is temporary
            for export in exports {
                let path = directory + "/export.xml"
                try Data("<HealthData>\(export)</HealthData>".utf8)
                    .write(to: URL(filePath: path))
                let importer = HealthCaptureCoordinator(
                    store: phone.store,
                    source: try AppleHealthExport.read(path: path, spoolDirectory: directory),
                    dependencies: phone.dependencies,
                    zones: { ZoneHistory(.gmt) }
                )
                try await importer.capture([.steps])
            }
            check(try await phone.values())
        }
    }

    @Test("It deletes nothing newer than its newest sample", arguments: [date, ""])
    func older(date: String) {
        // Regression: an old file reverted days to earlier values.
        Self.steps(importing: [date + Self.newer, Self.older]) { days in
            #expect(
                days == [
                    "2025-12-19": "100", "2025-12-20": "200", "2025-12-21": "100",
                    "2025-12-22": "100",
                ]
            )
        }
    }

    @Test("A sample dated years ahead does not make the export newer")
    func datedAhead() {
        let ahead = Self.older + Self.record("2030-01-06 10:00:00 +0000")

        Self.steps(importing: [Self.newer, ahead, Self.older]) { days in
            #expect(days["2025-12-20"] == "200" && days["2025-12-22"] == "100")
            #expect(days["2030-01-06"] == "100")
        }
    }

    @Test("It replaces older values, and deletes those that it no longer contains")
    func newest() {
        let corrected = Self.days([20: 1, 22: 2])

        Self.steps(importing: [Self.newer, corrected]) { days in
            #expect(days == ["2025-12-20": "100", "2025-12-21": "100", "2025-12-22": "200"])
        }
    }
}
