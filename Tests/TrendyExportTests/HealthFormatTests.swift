import Foundation
import Testing
import TrendyModel

@testable import TrendyExport

@Suite("FHIR")
struct FHIRTests {
    private let day = ExportSample.start + .seconds(86_400)

    /// The observations of a bundle, without its patient.
    private func observations(_ sample: ExportSample) throws -> [[String: Any]] {
        let json = try sample.json(.fhir)
        #expect(json["resourceType"] as? String == "Bundle")
        let entries = try #require(json["entry"] as? [[String: Any]])
        let resources = entries.compactMap { $0["resource"] as? [String: Any] }
        #expect(resources.first?["resourceType"] as? String == "Patient")
        return Array(resources.dropFirst())
    }

    private func code(_ value: Any?) -> String? {
        let concept = value as? [String: Any]
        return (concept?["coding"] as? [[String: Any]])?.first?["code"] as? String
    }

    private func quantity(_ value: Any?) -> (Double?, String?) {
        let fields = value as? [String: Any]
        return (fields?["value"] as? Double, fields?["code"] as? String)
    }

    @Test("A bundle without observations has its patient only")
    func empty() throws {
        #expect(try observations(ExportSample()).isEmpty)
    }

    @Test("A daily sum has its period, code and unit")
    func sum() throws {
        var sample = ExportSample()
        sample.add(metric: "steps", end: day, ["count": 12_345])

        let steps = try #require(try observations(sample).first)

        #expect(code(steps["code"]) == "41950-7")
        #expect(quantity(steps["valueQuantity"]) == (12_345, "{steps}"))
        let period = try #require(steps["effectivePeriod"] as? [String: String])
        #expect(period["end"] == "2026-01-16T08:00:00.000Z")
    }

    @Test("The readings of a day have their bounds as components")
    func readings() throws {
        var sample = ExportSample()
        sample.add(
            metric: "heart_rate",
            end: day,
            ["average": 71.5, "minimum": 48, "maximum": 160, "resting": 52]
        )

        let rate = try #require(try observations(sample).first)

        #expect(code(rate["code"]) == "8867-4")
        #expect(quantity(rate["valueQuantity"]) == (71.5, "/min"))
        let components = try #require(rate["component"] as? [[String: Any]])
        #expect(components.map { code($0["code"]) } == ["minimum", "maximum", "40443-4"])
        #expect(components.map { quantity($0["valueQuantity"]).0 } == [48, 160, 52])
    }

    @Test("Oxygen saturation has the code of its method and the one that its profile requires")
    func oxygenSaturation() throws {
        var sample = ExportSample()
        sample.add(metric: "oxygen_saturation", end: day, ["average": 97])

        let saturation = try #require(try observations(sample).first)

        let concept = try #require(saturation["code"] as? [String: Any])
        let codings = try #require(concept["coding"] as? [[String: String]])
        #expect(codings.map { $0["code"] } == ["59408-5", "2708-6"])
        #expect(codings.allSatisfy { $0["system"] == "http://loinc.org" })
    }

    @Test("Blood pressure is a panel without a value of its own")
    func bloodPressure() throws {
        var sample = ExportSample()
        sample.add(metric: "blood_pressure", ["systolic": 121, "diastolic": 79])

        let panel = try #require(try observations(sample).first)

        #expect(code(panel["code"]) == "85354-9")
        #expect(panel["valueQuantity"] == nil)
        #expect(panel["effectiveDateTime"] as? String == "2026-01-15T08:00:00.000Z")
        let components = try #require(panel["component"] as? [[String: Any]])
        #expect(components.map { code($0["code"]) } == ["8480-6", "8462-4"])
    }

    @Test("Events without a code or a value are counted and left out")
    func omitted() {
        var sample = ExportSample()
        sample.add()
        sample.add(metric: "mindfulness", ["duration": 60])
        sample.add(metric: "steps", end: day, [:])
        sample.add(metric: "oxygen_saturation", end: day, ["average": 97])

        let summary = sample.export(.fhir).summary

        #expect(summary == EventExport.Summary(written: 1, omitted: 3, damaged: 0))
    }
}

@Suite("Open mHealth")
struct OpenMHealthTests {
    private let day = ExportSample.start + .seconds(86_400)

    /// The schema and the body of each data point.
    private func points(_ sample: ExportSample) throws -> [(schema: String, body: [String: Any])] {
        try sample.export(.omh).text.split(separator: "\n").map { line in
            let json = try JSONSerialization.jsonObject(with: Data(line.utf8))
            let point = try #require(json as? [String: [String: Any]])
            let schema = try #require(point["header"]?["schema_id"] as? [String: String])
            return (
                "\(schema["namespace"] ?? ""):\(schema["name"] ?? ""):\(schema["version"] ?? "")",
                try #require(point["body"])
            )
        }
    }

    @Test("A metric with a schema has its header, value, unit and time")
    func measures() throws {
        var sample = ExportSample()
        sample.add(metric: "steps", end: day, ["count": 100])
        sample.add(metric: "body_mass", ["kilograms": 70.5])
        sample.add(metric: "blood_pressure", ["systolic": 121, "diastolic": 79])

        let points = try points(sample)

        #expect(
            points.map(\.schema) == [
                "omh:step-count:3.0", "omh:body-weight:2.0", "omh:blood-pressure:4.0",
            ]
        )
        let weight = try #require(points[1].body["body_weight"] as? [String: Any])
        #expect(weight["value"] as? Double == 70.5)
        #expect(weight["unit"] as? String == "kg")
        let frame = try #require(points[0].body["effective_time_frame"] as? [String: Any])
        #expect(frame["time_interval"] != nil)
    }

    @Test("The body mass index has the unit of its schema")
    func bodyMassIndex() throws {
        var sample = ExportSample()
        sample.add(metric: "body_mass_index", end: day, ["average": 22.5])

        let index = try points(sample).first?.body["body_mass_index"] as? [String: Any]

        #expect(index?["unit"] as? String == "kg/m^2")
    }

    @Test("The readings of a day are three points with a statistic each and ids of their own")
    func statistics() throws {
        var sample = ExportSample()
        sample.add(metric: "heart_rate", end: day, ["average": 70, "minimum": 50, "maximum": 150])

        let points = try points(sample)
        let text = sample.export(.omh).text

        #expect(
            points.compactMap { $0.body["descriptive_statistic"] as? String } == [
                "average", "minimum", "maximum",
            ]
        )
        let ids = Set(text.matches(of: /"id":"([^"]+)"/).map { String($0.output.1) })
        #expect(ids.count == 3)
        #expect(sample.export(.omh).summary.written == 1)
    }

    @Test("Workouts and nights have bodies of their own")
    func sessions() throws {
        var sample = ExportSample()
        sample.add { event in
            event.healthKitCategory = "workout"
            event.endDate = day
            event.properties["activity_name"] = .text("Running")
            event.properties["distance_meters"] = .number(5000)
        }
        sample.add(metric: "sleep", end: day, ["asleep": 25_200])

        let points = try points(sample)

        #expect(points[0].body["activity_name"] as? String == "Running")
        #expect(points[1].schema == "omh:sleep-episode:1.0")
    }
}
