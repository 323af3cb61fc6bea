import Foundation
import Testing
import TrendyHealth
import TrendyImport
import TrendyModel

@Suite("Electrocardiograms of an export")
struct ElectrocardiogramTests {
    private static let folder = "apple_health_export/electrocardiograms/"
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    /// A file as iOS writes it, without most of its voltages.
    private func file(
        date: String = "2026-01-15 08:00:00 +0100",
        classification: String = "Sinus Rhythm",
        symptoms: String = "",
        rate: String = "512.844 hertz",
        more: String = ""
    ) -> String {
        """
        Name,Anna Example
        Date of Birth,"Feb 5, 1952"
        Recorded Date,\(date)
        Classification,\(classification)
        Symptoms,\(symptoms)
        Software Version,1.90
        Device,"Watch6,7"
        Sample Rate,\(rate)
        \(more)

        Lead,Lead I
        Unit,µV

        -48.673
        -59.681

        """
    }

    private func read(_ files: [(String, String)]) throws -> AppleHealthExport {
        let xml = ("apple_health_export/export.xml", export(""))
        return try scratch.read(scratch.zip([xml] + files.map { (Self.folder + $0.0, $0.1) }))
    }

    private func events(_ read: AppleHealthExport) async throws -> [Event] {
        let device = try ImportingDevice(in: scratch)
        let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
        _ = try await device.capture(read, zones: ZoneHistory(zone))
        return try await device.events()["electrocardiogram"] ?? []
    }

    @Test("A file has the identity and the properties of its HealthKit sample, and less evidence")
    func identity() async throws {
        let read = try read([("ecg_2026-01-15.csv", file(symptoms: "None"))])
        // 08:00:00 in Berlin; the HealthKit sample ends 30 seconds later.
        let start = Instant(seconds: 1_768_460_400)
        let captured = Electrocardiogram(
            classification: .sinusRhythm,
            averageHeartRate: nil,
            samplingHertz: 512.844,
            hasSymptoms: false,
            device: "Watch6,7"
        )

        let found = try await events(read)

        let event = try #require(found.first)
        #expect(found.count == 1)
        #expect(event.naturalKey == "electrocardiogram/\(start.seconds)")
        #expect(event.timestamp == start)
        #expect(event.properties == captured.properties)
        let evidence = try #require(event.evidence)
        #expect(evidence < Evidence(sampleCount: 1, newest: start + .seconds(30)))
        #expect(read.summary.kinds["Electrocardiogram"]?.used == 1)
        #expect(read.summary.electrocardiogramWarning == nil)
    }

    @Test(
        "The classification, the symptoms and an average heart rate are read",
        arguments: [
            ("Atrial Fibrillation", "", "atrial_fibrillation", nil),
            ("Inconclusive", "Rapid, pounding heartbeat,Fatigue", "inconclusive_other", true),
            ("Poor Recording", "None", "inconclusive_poor_reading", false),
            ("Low Heart Rate", "None", "inconclusive_low_heart_rate", false),
            ("High Heart Rate", "Dizziness", "inconclusive_high_heart_rate", true),
            ("Something New", "", "other", nil),
        ] as [(String, String, String, Bool?)]
    )
    func values(label: String, symptoms: String, key: String, hasSymptoms: Bool?) async throws {
        let text = file(
            classification: label,
            symptoms: symptoms,
            more: "Average Heart Rate,64 bpm"
        )

        let event = try #require(try await events(read([("ecg.csv", text)])).first)

        #expect(event.properties["classification"] == .text(key))
        #expect(event.properties["has_symptoms"] == hasSymptoms.map { .boolean($0) })
        #expect(event.properties["average_heart_rate"] == .number(64))
    }

    @Test("A file in another language is read by the order of its lines")
    func localized() async throws {
        let text = """
            Name,Anna Beispiel
            Geburtsdatum,"5. Feb. 1952"
            Aufzeichnungsdatum,2026-01-15 08:00:00 +0100
            Klassifizierung,Vorhofflimmern
            Symptome,Keine
            Softwareversion,1.90
            Gerät,"Watch6,7"
            Abtastrate,"512,844 Hertz"


            Ableitung,Ableitung I
            Einheit,µV

            -48,673
            """

        let event = try #require(try await events(read([("ekg.csv", text)])).first)

        #expect(event.properties["classification"] == .text("atrial_fibrillation"))
        #expect(event.properties["sampling_hertz"] == .number(JSONNumber(512.844) ?? 0))
        #expect(event.properties["device"] == .text("Watch6,7"))
        #expect(event.properties["has_symptoms"] == nil)
    }

    @Test("A damaged file is counted by name and affects no other file")
    func damaged() async throws {
        let read = try read([
            ("a.csv", "no header"), ("b.csv", file()), ("c.csv", file(date: "yesterday")),
            ("d.csv", file() + String(repeating: "-48.673\n", count: 3_000_000)),
        ])

        #expect(try await events(read).count == 1)
        #expect(read.summary.rejections == [.unreadableElectrocardiogram: 3])
        let kind = try #require(read.summary.kinds["Electrocardiogram"])
        #expect(kind.records == 4)
        #expect(kind.used == 1)
        #expect(kind.rejections == [.unreadableElectrocardiogram: 3])
        let warning = try #require(read.summary.electrocardiogramWarning)
        #expect(
            warning.hasPrefix(
                "3 electrocardiograms could not be read, the first \(Self.folder)a.csv:"
            )
        )
    }

    @Test("A file whose checksum does not match is reported, and an earlier import of it stays")
    func checksum() async throws {
        let body = [("a.csv", file()), ("b.csv", file(date: "2026-01-15 09:00:00 +0100"))]
        let whole = try read(body)
        let device = try ImportingDevice(in: scratch)
        let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
        _ = try await device.capture(whole, zones: ZoneHistory(zone))
        let path = scratch.zip(
            [("export.xml", export(""))] + body.map { ("electrocardiograms/" + $0.0, $0.1) },
            options: "zip:compression=store"
        )
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let name = try #require(bytes.range(of: Data("Date,2026-01-15 09:00:00".utf8)))
        bytes[name.upperBound - 1] = UInt8(ascii: "1")

        let damaged = try scratch.read(try scratch.write(bytes, to: "damaged.zip"))
        _ = try await device.capture(damaged, zones: ZoneHistory(zone))

        #expect(damaged.summary.firstUnreadElectrocardiogram?.path == "electrocardiograms/b.csv")
        #expect(try await device.events()["electrocardiogram"]?.count == 2)
    }

    @Test("A CSV outside the folder is read when it is an electrocardiogram, and else ignored")
    func otherFolders() async throws {
        let read = try scratch.read(
            scratch.zip([
                ("apple_health_export/export.xml", export("")),
                ("apple_health_export/elektrokardiogramme/ekg.csv", file()),
                ("apple_health_export/notes.csv", "day,mood\n2026-01-15,good\n"),
                ("__MACOSX/apple_health_export/electrocardiograms/._ecg.csv", "no header"),
            ])
        )

        #expect(try await events(read).count == 1)
        #expect(read.summary.rejections.isEmpty)
    }

    @Test("The folder beside a bare XML is read")
    func bareFolder() async throws {
        try FileManager.default.createDirectory(
            atPath: scratch.path + "/electrocardiograms",
            withIntermediateDirectories: false
        )
        _ = try scratch.write(file(), to: "electrocardiograms/ecg.csv")

        let read = try scratch.read(xml: export(""))

        #expect(try await events(read).count == 1)
    }
}
