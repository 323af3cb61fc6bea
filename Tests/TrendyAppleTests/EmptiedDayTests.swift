import Foundation
import HealthKit
import SimulatedHealthKit
import Testing
import TrendyHealth
import TrendyImport
import TrendyModel
import TrendyStore

@Suite("Days of which a newer export holds nothing any more")
struct EmptiedDayTests {
    /// An export of December 2025 with a glass of water at ten on each of some days.
    private static func export(
        made: String,
        _ days: [Int],
        more: String = "",
        end: String = "</HealthData>"
    ) -> String {
        let glasses = days.map { day in
            let time = "2025-12-\(day) 10:00:00 +0000"
            return """
                <Record type="HKQuantityTypeIdentifierDietaryWater" sourceName="Phone" unit="mL" \
                startDate="\(time)" endDate="\(time)" value="250"/>
                """
        }
        return "<HealthData><ExportDate value=\"2025-12-\(made):00 +0000\"/>"
            + glasses.joined(separator: "\n") + more + end
    }

    /// Imports exports one after the other, and tells on which days there is water.
    private static func water(
        after prepare: @escaping @Sendable (CapturingPhone) async throws -> Void = { _ in },
        importing exports: [String],
        check: @escaping @Sendable ([String]) -> Void
    ) {
        let directory =
            FileManager.default.temporaryDirectory.path + "/emptied-\(UUID().uuidString)"
        CapturingPhone.live { phone in
            try FileManager.default.createDirectory(
                atPath: directory,
                withIntermediateDirectories: true
            )
            defer { try? FileManager.default.removeItem(atPath: directory) }  // it is temporary
            try await prepare(phone)
            for export in exports {
                let path = directory + "/export.xml"
                try Data(export.utf8).write(to: URL(filePath: path))
                let importer = HealthCaptureCoordinator(
                    store: phone.store,
                    source: try AppleHealthExport.read(path: path, spoolDirectory: directory),
                    dependencies: phone.dependencies,
                    zones: { ZoneHistory(.gmt) }
                )
                try await importer.capture([.water])
            }
            let events = try await phone.store.events(EventFilter(limit: 100))
            let days = try events.map { entity in
                let event = try Event(document: entity.document())
                return String(event.timestamp.rfc3339.dropFirst(8).prefix(2))
            }
            check(days.sorted())
        }
    }

    @Test("What was deleted is gone, between what is left and after it")
    func gone() {
        // Guards a glass that stays for ever, since nothing else is of its day.
        let first = Self.export(made: "23 09:00", [10, 12, 14, 16])
        let second = Self.export(made: "26 09:00", [10, 14])

        Self.water(importing: [first, second]) { days in #expect(days == ["10", "14"]) }
    }

    @Test(
        "What an export may merely lack stays",
        arguments: [
            // Before its first entry it may not reach.
            export(made: "26 09:00", [14, 16]),
            // It lacks the category, or is another phone's.
            export(made: "26 09:00", []),
            export(made: "26 09:00", [10]),
            // It is older, or cut off.
            export(made: "20 09:00", [10, 12, 14]),
            export(made: "26 09:00", [10, 12, 14], end: ""),
            // Of the day on which it was made it does not know the rest.
            export(made: "16 20:00", [10, 12, 14]),
            // It has an entry that cannot be read.
            export(
                made: "26 09:00",
                [10, 12, 14],
                more: """
                    <Record type="HKQuantityTypeIdentifierDietaryWater" sourceName="Phone" \
                    unit="sip" startDate="2025-12-16 10:00:00 +0000" \
                    endDate="2025-12-16 10:00:00 +0000" value="250"/>
                    """
            ),
        ]
    )
    func kept(second: String) {
        let isOfDay = second.contains("2025-12-16 20:00")
        let first = Self.export(made: isOfDay ? "16 12:00" : "23 09:00", [10, 12, 14, 16])

        Self.water(importing: [first, second]) { days in
            #expect(days == ["10", "12", "14", "16"])
        }
    }

    @Test("What the person told of themselves stays")
    func told() {
        let exports = [
            Self.export(made: "23 09:00", [10, 12, 14]), Self.export(made: "26 09:00", [10, 14]),
        ]

        Self.water(
            after: { phone in
                let time = try #require(Instant(rfc3339: "2025-12-12T18:00:00Z"))
                var event = Event(
                    eventTypeID: HealthCategory.water.eventTypeID,
                    timestamp: time,
                    sourceType: .manual
                )
                event.healthKitCategory = "water"
                event.properties = HealthMeasure.water(milliliters: 300, at: time).properties
                try await phone.store.create(event)
            },
            importing: exports,
            check: { days in #expect(days == ["10", "12", "14"]) }
        )
    }

    @Test("What was captured from HealthKit stays: it tells of deletions itself")
    func captured() {
        Self.water(
            after: { phone in
                // December 12, at ten.
                phone.health.add(
                    phone.health.quantity(
                        .dietaryWater,
                        250,
                        .literUnit(with: .milli),
                        from: phone.hour(-470),
                        to: phone.hour(-470),
                        source: phone.iPhone
                    )
                )
                try await phone.capture([.water])
            },
            importing: [Self.export(made: "26 09:00", [10, 14])],
            check: { days in #expect(days == ["10", "12", "14"]) }
        )
    }
}
