import Foundation
import HealthKit
import SimulatedHealthKit
import Testing
import TrendyHealth
import TrendyImport
import TrendyModel
import TrendyStore

@Suite("An export in another unit")
struct ExportUnitTests {
    @Test("A captured drink is not imported a second time, whatever unit the export uses")
    func glass() throws {
        let directory = FileManager.default.temporaryDirectory.path + "/units-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        defer { try? FileManager.default.removeItem(atPath: directory) }  // it is temporary
        let path = directory + "/export.xml"
        let time = "2025-12-31 08:00:00 +0000"
        try Data(
            """
            <HealthData><ExportDate value="2025-12-31 20:00:00 +0000"/>
            <Record type="HKQuantityTypeIdentifierDietaryWater" sourceName="Phone" \
            unit="fl_oz_us" startDate="\(time)" endDate="\(time)" value="11.1586"/>
            </HealthData>
            """.utf8
        ).write(to: URL(filePath: path))
        let export = try AppleHealthExport.read(path: path, spoolDirectory: directory)

        CapturingPhone.live { phone in
            phone.health.add(
                phone.health.quantity(
                    .dietaryWater,
                    330,
                    .literUnit(with: .milli),
                    from: phone.hour(-16),
                    to: phone.hour(-16),
                    source: phone.iPhone
                )
            )
            try await phone.capture([.water])
            let captured = try await phone.values(.water, "milliliters")
            let importer = HealthCaptureCoordinator(
                store: phone.store,
                source: export,
                dependencies: phone.dependencies,
                zones: { ZoneHistory(.gmt) }
            )

            let imported = try await importer.capture([.water])

            #expect(captured.values.map(\.self) == ["330"])
            #expect(imported.created == 0)
            #expect(imported.deleted == 0)
            let after = try await phone.values(.water, "milliliters")
            #expect(after == captured)
        }
    }
}
